// SPDX-License-Identifier: MIT
//
// Blocks take work from a queue until it is empty, in whatever order they come.
#include "../case.cuh"

__device__ int head;

__global__ void work(int* out, const int* in, int n) {
  __shared__ int item;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) item = atomicAdd(&head, 1);
    __syncthreads();
    if (item >= n) return;
    if (threadIdx.x == 0) out[item] = in[item] + 1;
  }
}

int main() {
  Filled<int> in(20);
  Device<int> out(20);
  work<<<3, 64>>>(out, in, 20);
  return finish() != 0 || out.host()[19] != 21;
}
