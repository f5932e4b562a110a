// SPDX-License-Identifier: MIT
//
// A 32-bit one is shifted by up to 40 bits.
#include "../case.cuh"

__global__ void masks(unsigned* out, const unsigned* in) {
  out[threadIdx.x] = 1u << (in[threadIdx.x] + 8);  // expect shift
}

int main() {
  Filled<unsigned> in(32);
  Device<unsigned> out(32);
  masks<<<1, 32>>>(out, in);
  return finish();
}
