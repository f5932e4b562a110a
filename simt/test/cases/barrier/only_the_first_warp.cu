// SPDX-License-Identifier: MIT
//
// One warp of two calls the barrier and the other returns late.
#include "../case.cuh"

__global__ void wait(volatile int* flag, int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();  // expect barrier-divergence or deadlock or instruction-limit
    *flag = 1;
  } else {
    while (*flag == 0) {  // or here
    }
  }
  out[threadIdx.x] = 1;
}

int main() {
  Zeroed<int> flag(1);
  Device<int> out(64);
  wait<<<1, 64>>>(flag, out);
  finish();
  return 0;
}
