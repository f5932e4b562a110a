// SPDX-License-Identifier: MIT
//
// The input was allocated and never filled.
#include "../case.cuh"

__global__ void copy(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x];  // expect uninitialised
}

int main() {
  Device<float> in(32), out(32);
  copy<<<1, 32>>>(out, in);
  return finish();
}
