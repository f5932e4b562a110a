// expect: refused
// SPDX-License-Identifier: MIT-0
// Would define a kernel of the judge.
// [exercise]
extern "C" __global__ void judge_ask(int*) {}
__global__ void conv1d(float*, const float*, int) {}
// [/exercise]
