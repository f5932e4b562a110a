// SPDX-License-Identifier: MIT
//
// Threads go round the loop a different number of times.
#include "../case.cuh"

__global__ void wait(int* out) {
  int sum = 0;
  for (unsigned k = 0; k < threadIdx.x / 8 + 1; ++k) {
    sum += k;
    __syncthreads();  // expect barrier-divergence
  }
  out[threadIdx.x] = sum;
  __syncthreads();  // or here
  out[threadIdx.x] += 1;
}

int main() {
  Device<int> out(32);
  wait<<<1, 32>>>(out);
  finish();
  return 0;
}
