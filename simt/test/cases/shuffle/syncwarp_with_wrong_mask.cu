// SPDX-License-Identifier: MIT
//
// Lane 31 is not in the mask that it passes.
#include "../case.cuh"

__global__ void sync(int* out) {
  __syncwarp(0x7fffffffu);  // expect mask-without-self
  out[threadIdx.x] = 1;
}

int main() {
  Device<int> out(32);
  sync<<<1, 32>>>(out);
  finish();
  return 0;
}
