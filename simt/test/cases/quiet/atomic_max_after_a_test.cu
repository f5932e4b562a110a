// SPDX-License-Identifier: MIT
//
// The plain test before atomicMax only saves work.
#include "../case.cuh"

__global__ void largest(int* best, const int* in) {
  const int v = in[blockIdx.x * 64 + threadIdx.x];
  if (v > *best) atomicMax(best, v);
}

int main() {
  Filled<int> in(256);
  Zeroed<int> best(1);
  largest<<<4, 64>>>(best, in);
  return finish();
}
