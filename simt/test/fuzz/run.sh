#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# run.sh CLANG SOURCE_DIR WORK_DIR SECONDS OBJECT...: builds the fuzzer with AddressSanitizer and
# UBSan and lets it run, from the committed corpus and the given objects. What it finds is left in
# WORK_DIR/crash-*; a copy belongs into regression/. 77 if this clang has no fuzzer.
set -euo pipefail
clang=$1 source=$2 work=$3 seconds=$4
shift 4
mkdir -p "$work/corpus"
echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' >"$work/try.cpp"
if ! "$clang" -fsanitize=fuzzer,address,undefined "$work/try.cpp" -o "$work/try" 2>"$work/try.log"; then
  echo "SKIPPED: $clang cannot build a fuzzer (Debian: apt-get install libclang-rt-16-dev)"
  exit 77
fi
flags=(-std=c++20 -w -g -fno-exceptions -ffp-contract=off -fno-omit-frame-pointer
  "-fsanitize=fuzzer,address,undefined" -fno-sanitize-recover=all
  -I"$source/src" -I"$source/..")
objects=()
for file in "$source"/src/*.cpp "$source/test/fuzz/fuzz_launch.cpp"; do
  [[ $file != *_v3.cpp ]] || continue
  object=$work/$(basename "$file" .cpp).o
  if [[ ! -f $object || $file -nt $object ]]; then
    # The dispatch loop takes minutes to optimise with sanitizers, and the fuzzer gains nothing.
    [[ $file != */execute.cpp ]] || level=-O0
    "$clang" "${flags[@]}" "${level:--O1}" -c "$file" -o "$object"
    unset level
  fi
  objects+=("$object")
done
"$clang" "${flags[@]}" "${objects[@]}" -o "$work/fuzz_launch"
for seed in "$source"/test/fuzz/corpus/* "$source"/test/fuzz/regression/* "$@"; do
  [[ ! -f $seed ]] || cp "$seed" "$work/corpus/$(basename "$seed")"
done
cd "$work"
./fuzz_launch -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 \
  -print_final_stats=1 corpus
