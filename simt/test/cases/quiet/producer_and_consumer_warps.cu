// SPDX-License-Identifier: MIT
//
// Warps hand data over through a flag in shared memory.
#include "../case.cuh"

__global__ void hand_over(int* out) {
  __shared__ int data[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x + 1;
    __threadfence_block();
    __syncwarp();
    if (threadIdx.x == 0) ready = 1;
  } else {
    while (ready == 0) {
    }
    __threadfence_block();
    out[threadIdx.x - 32] = data[threadIdx.x - 32];
  }
}

int main() {
  Device<int> out(32);
  hand_over<<<1, 64>>>(out);
  return finish();
}
