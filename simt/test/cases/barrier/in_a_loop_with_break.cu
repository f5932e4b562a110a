// SPDX-License-Identifier: MIT
//
// Threads leave the loop before the barrier that others wait at.
#include "../case.cuh"

__global__ void search(int* out, const int* in) {
  int k = 0;
  for (; k < 8; ++k) {
    if (in[threadIdx.x] % 8 == k) break;
    __syncthreads();  // expect barrier-divergence
  }
  out[threadIdx.x] = k;
  __syncthreads();  // or here
  out[threadIdx.x] += 1;
}

int main() {
  Filled<int> in(64);
  Device<int> out(64);
  search<<<1, 64>>>(out, in);
  finish();
  return 0;
}
