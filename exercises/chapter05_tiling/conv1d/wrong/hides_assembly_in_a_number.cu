// expect: refused
// SPDX-License-Identifier: MIT-0
// An apostrophe in a number is no quote: what follows it is still read.
// [exercise]
__device__ int shown = 1'000;
asm(".globl judge_ask");
__device__ int more = 1'000;
__global__ void conv1d(float*, const float*, int) {}
// [/exercise]
