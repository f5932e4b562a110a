// SPDX-License-Identifier: MIT
#include <cstdio>

// A program that ends well, with warnings of the check pass: an overflow, and memory that nobody
// frees.
__global__ void next(int* out, int largest) {
  const int i = threadIdx.x;
  out[i] = i == 0 ? largest + 1 : i;
}

int main() {
  int* d_out = nullptr;
  cudaMalloc((void**)&d_out, 32 * sizeof(int));
  next<<<1, 32>>>(d_out, 2147483647);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
