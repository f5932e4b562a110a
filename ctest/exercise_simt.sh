#!/bin/sh
# SPDX-License-Identifier: MIT
#
# exercise_simt.sh SIMT_RUN STARTER SOLUTION: as whole programs on the virtual GPU, the solution
# must pass its own checks, and the starter must fail by a line that begins with FAIL.
set -eu
run() { "$1" --no-cache --no-observe --report none "$2"; }

run "$1" "$3"
sh "$(dirname "$0")/expect.sh" 1 "^FAIL " "$1" --no-cache --no-observe --report none "$2"
