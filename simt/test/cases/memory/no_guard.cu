// SPDX-License-Identifier: MIT
//
// The last block has more threads than elements are left.
#include "../case.cuh"

__global__ void fill(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = n;  // expect out-of-bounds: write of 4 bytes, 0 bytes past | (400 bytes) | threads=28
}

int main() {
  Device<float> out(100);
  fill<<<1, 128>>>(out, 100);
  finish();
  return 0;
}
