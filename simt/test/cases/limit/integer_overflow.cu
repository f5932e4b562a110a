// SPDX-License-Identifier: MIT
//
// A sum of squares leaves the range of int.
#include "../case.cuh"

__global__ void square(int* out, const int* in) {
  const int v = in[threadIdx.x] * 10000;
  out[threadIdx.x] = v * v;  // expect integer-overflow: does not fit int
}

int main() {
  Filled<int> in(32);
  Device<int> out(32);
  square<<<1, 32>>>(out, in);
  return finish();
}
