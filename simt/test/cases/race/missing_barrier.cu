// SPDX-License-Identifier: MIT
//
// The tile is read in reverse right after it was written.
#include "../case.cuh"

__global__ void reverse(float* out, const float* in) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[63 - threadIdx.x];  // expect race-shared: tile
}

int main() {
  Filled<float> in(64), out(64);
  reverse<<<1, 64>>>(out, in);
  return finish();
}
