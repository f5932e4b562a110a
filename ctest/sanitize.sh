#!/bin/sh
# SPDX-License-Identifier: MIT
#
# sanitize.sh memcheck|racecheck PROGRAM [ARGS...]
#
# Runs PROGRAM under compute-sanitizer.  Exits with the program's own code, with 1 if the sanitizer
# found an error, and with 77 where there is no sanitizer or no GPU.  A child process is left alone:
# that is where programs put what must go wrong.
set -u
tool=$1
shift

sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
if [ -z "$sanitizer" ]; then
  echo "SKIPPED: compute-sanitizer is not installed (it comes with the CUDA toolkit)"
  exit 77
fi
case $tool in
  memcheck) options="--leak-check full" ;;
  racecheck) options="--racecheck-report all" ;;
  *)
    echo "sanitize.sh: no tool $tool: use memcheck or racecheck" >&2
    exit 2
    ;;
esac
# The reader's options are words; no quoting is wanted.
# shellcheck disable=SC2086
exec "$sanitizer" --tool "$tool" $options --target-processes application-only \
  --error-exitcode 1 "$@"
