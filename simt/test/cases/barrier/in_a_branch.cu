// SPDX-License-Identifier: MIT
//
// Only half of a warp reaches the barrier.
#include "../case.cuh"

__global__ void wait(int* out) {
  if (threadIdx.x < 16) {
    __syncthreads();  // expect barrier-divergence
  }
  out[threadIdx.x] = 1;
}

int main() {
  Device<int> out(32);
  wait<<<1, 32>>>(out);
  finish();
  return 0;
}
