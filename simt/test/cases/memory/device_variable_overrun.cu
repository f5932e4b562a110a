// SPDX-License-Identifier: MIT
//
// A table of 8 entries is asked for the ninth.
#include "../case.cuh"

__device__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

__global__ void look_up(int* out, int shift) {
  out[threadIdx.x] = table[threadIdx.x + shift];  // expect array-bounds or out-of-bounds
}

int main() {
  Device<int> out(8);
  look_up<<<1, 8>>>(out, 1);
  finish();
  return 0;
}
