// SPDX-License-Identifier: MIT
//
// The kernel gets the host array.
#include "../case.cuh"

__global__ void fill(float* out) {
  out[threadIdx.x] = 1;  // expect host-pointer
}

int main() {
  static float host[32];
  fill<<<1, 32>>>(host);
  finish();
  return 0;
}
