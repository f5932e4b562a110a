// SPDX-License-Identifier: MIT
//
// The pointer was never set.
#include "../case.cuh"

__global__ void fill(float* out) {
  out[threadIdx.x] = 1;  // expect null-pointer
}

int main() {
  fill<<<1, 32>>>(nullptr);
  finish();
  return 0;
}
