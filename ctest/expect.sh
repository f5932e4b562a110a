#!/bin/sh
# SPDX-License-Identifier: MIT
#
# expect.sh CODE PATTERN COMMAND [ARGS...]
#
# Passes if COMMAND exits with CODE and a line of its output matches the extended regular
# expression PATTERN.  Exit code 77 (skipped) passes through unless CODE is 77.
set -u
code=$1
pattern=$2
shift 2

output=$("$@" 2>&1)
got=$?
printf '%s\n' "$output"
if [ "$got" -eq 77 ] && [ "$code" -ne 77 ]; then
  exit 77
fi
if [ "$got" -ne "$code" ]; then
  echo "expect.sh: exit code $got where $code was expected" >&2
  exit 1
fi
if ! printf '%s\n' "$output" | grep -Eq -- "$pattern"; then
  echo "expect.sh: no line matches '$pattern'" >&2
  exit 1
fi
