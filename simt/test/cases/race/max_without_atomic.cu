// SPDX-License-Identifier: MIT
//
// Test and store of a maximum are two steps.
#include "../case.cuh"

__global__ void largest(int* best, const int* in) {
  const int v = in[blockIdx.x * 32 + threadIdx.x];
  if (threadIdx.x == 0 && v > *best) *best = v;  // expect race-global
}

int main() {
  Filled<int> in(128);
  Zeroed<int> best(1);
  largest<<<4, 32>>>(best, in);
  return finish();
}
