// SPDX-License-Identifier: MIT
//
// One divisor is zero.
#include "../case.cuh"

__global__ void divide(int* out, const int* in) {
  out[threadIdx.x] = 100 / (in[threadIdx.x] - 5);  // expect divide-by-zero: threads=1
}

int main() {
  Filled<int> in(32);
  Device<int> out(32);
  divide<<<1, 32>>>(out, in);
  finish();
  return 0;
}
