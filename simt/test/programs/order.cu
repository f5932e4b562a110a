// SPDX-License-Identifier: MIT
#include <cstdio>

// Memory that the blocks of a launch share.
__managed__ int ticket = 0;

// Each block notes when it came: no two accesses race, and yet the result depends on the order of
// the blocks.
__global__ void note(int* order) {
  if (threadIdx.x == 0) order[blockIdx.x] = atomicAdd(&ticket, 1);
}

int main() {
  int* last = nullptr;
  cudaMallocManaged(&last, 6 * sizeof(int));
  note<<<6, 32>>>(last);
  cudaDeviceSynchronize();
  std::printf("%d\n", last[0]);
  cudaFree(last);
}
