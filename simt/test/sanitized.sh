#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# sanitized.sh CMAKE ROOT: builds the engine's tests with the preset asan and runs them. Any report of
# AddressSanitizer or UBSan fails.
set -euo pipefail
cmake=$1 root=$2
cd "$root"
tests=(simt_unit_test simt_observer_test simt_fuzz_replay simt_opcode_vectors)
"$cmake" --preset asan >/dev/null
"$cmake" --build --preset asan --target "${tests[@]}"
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
simt=build/asan/simt/test
"$simt/unit/simt_unit_test" --gtest_brief=1
"$simt/observer/simt_observer_test" --gtest_brief=1
"$simt/fuzz/simt_fuzz_replay" simt/test/fuzz/corpus/*
"$simt/opcodes/simt_opcode_vectors" build/asan/vectors.json
