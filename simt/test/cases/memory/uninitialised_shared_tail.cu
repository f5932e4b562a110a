// SPDX-License-Identifier: MIT
//
// Half of the tile is never loaded.
#include "../case.cuh"

__global__ void reverse(float* out, const float* in) {
  __shared__ float tile[64];
  if (threadIdx.x < 32) tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // expect uninitialised: tile[63 | threads=32
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  reverse<<<1, 64>>>(out, in);
  return finish();
}
