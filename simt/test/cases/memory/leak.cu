// SPDX-License-Identifier: MIT
//
// One of two buffers is never freed.
#include <cuda_runtime.h>

__global__ void copy(int* to, const int* from) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  int *d_from = nullptr, *d_to = nullptr;
  cudaMalloc(&d_from, 128);  // expect leak: d_from (128 bytes) was never freed
  cudaMalloc(&d_to, 128);
  cudaMemset(d_from, 0, 128);
  copy<<<1, 32>>>(d_to, d_from);
  cudaDeviceSynchronize();
  cudaFree(d_to);
  return 0;
}
