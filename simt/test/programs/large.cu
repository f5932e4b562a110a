// SPDX-License-Identifier: MIT
#include <cstdio>

// Asks for two megabytes, then prints two thousand lines.
__global__ void talk() { printf("thread %d of block %d\n", threadIdx.x, blockIdx.x); }

int main() {
  void* space = nullptr;
  const cudaError_t error = cudaMalloc(&space, 2 << 20);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorName(error));
    return 0;
  }
  talk<<<64, 32>>>();
  cudaFree(space);
  return 0;
}
