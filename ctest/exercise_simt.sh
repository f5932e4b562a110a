#!/bin/sh
# SPDX-License-Identifier: MIT
#
# exercise_simt.sh SIMT_RUN STARTER SOLUTION [lucky] [solution-only]: as whole programs on the
# virtual GPU, the solution must pass its own checks, also as another variant, and the starter must
# fail by a line that begins with FAIL, or, if it is lucky, by a finding.
set -eu
simt_run=$1
starter=$2
solution=$3
expect=$(dirname "$0")/expect.sh

"$simt_run" --no-cache --no-observe --report none "$solution"
# The parameters that a course can set.
if grep -q VARIANT "$solution"; then
  "$simt_run" --no-cache --no-observe --report none -DVARIANT=3 "$solution"
fi
case "${4:-} ${5:-}" in
  *solution-only*) exit 0 ;;
esac
if [ "${4:-}" != lucky ]; then
  exec sh "$expect" 1 "^FAIL " "$simt_run" --no-cache --no-observe --report none "$starter"
fi
if said=$("$simt_run" --no-cache --pass check "$starter" 2>&1); then
  echo "$starter: the virtual GPU finds no fault" >&2
  exit 1
fi
printf '%s\n' "$said" | grep "error: "
