// SPDX-License-Identifier: MIT
//
// Both arms have a barrier, but not the same one.
#include "../case.cuh"

__global__ void wait(int* out, const int* in) {
  if (in[threadIdx.x] % 2 == 0) {
    out[threadIdx.x] = 1;
    __syncthreads();  // expect barrier-divergence
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();  // or here
  }
}

int main() {
  Filled<int> in(64);
  Device<int> out(64);
  wait<<<1, 64>>>(out, in);
  finish();
  return 0;
}
