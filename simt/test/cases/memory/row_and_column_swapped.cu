// SPDX-License-Identifier: MIT
//
// Rows and columns of a 4 x 16 matrix are swapped in the index.
#include "../case.cuh"

__global__ void fill(int* out) {
  out[threadIdx.x * 16 + threadIdx.y] = 1;  // expect out-of-bounds: (256 bytes)
}

int main() {
  Device<int> out(64);
  fill<<<1, dim3(16, 4)>>>(out);
  finish();
  return 0;
}
