// SPDX-License-Identifier: MIT
//
// The buffer is freed before the launch that uses it.
#include "../case.cuh"

__global__ void fill(float* out) {
  out[threadIdx.x] = 1;  // expect use-after-free
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, 128);
  cudaFree(out);
  fill<<<1, 32>>>(out);
  finish();
  return 0;
}
