// SPDX-License-Identifier: MIT
//
// Warp 0 waits at one barrier and warp 1 at another.
#include "../case.cuh"

__global__ void wait(int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();  // expect barrier-divergence
    out[threadIdx.x] = 1;
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();  // or here
    out[threadIdx.x] += 3;
  }
}

int main() {
  Device<int> out(64);
  wait<<<1, 64>>>(out);
  finish();
  return 0;
}
