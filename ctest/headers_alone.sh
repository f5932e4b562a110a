#!/bin/sh
# SPDX-License-Identifier: MIT
#
# headers_alone.sh COMPILER [FLAGS...] -- HEADER...
#
# Compiles each header by itself: it must include what it uses, and build with FLAGS.
set -u
compiler=
while [ "$1" != "--" ]; do
  compiler="$compiler $1"
  shift
done
shift

failed=0
for header in "$@"; do
  # Compiler and flags are words; no quoting is wanted.
  # shellcheck disable=SC2086
  if ! echo "#include \"$header\"" | $compiler -fsyntax-only -x c++ -; then
    echo "FAIL $header does not compile by itself" >&2
    failed=1
  fi
done
exit $failed
