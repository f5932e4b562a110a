// SPDX-License-Identifier: MIT
//
// The index runs past one buffer and far past its gap.
#include "../case.cuh"

__global__ void fill(int* out, size_t stride) {
  out[threadIdx.x * stride] = 1;  // expect out-of-bounds: threads=31
}

int main() {
  Device<int> out(16), other(16);
  fill<<<1, 32>>>(out, 1000);
  finish();
  return 0;
}
