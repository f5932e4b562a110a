// SPDX-License-Identifier: MIT
//
// The next tile is loaded while others still read the last one.
#include "../case.cuh"

__global__ void tiles(float* out, const float* in) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < 2; ++k) {
    tile[threadIdx.x] = in[k * 64 + threadIdx.x];  // expect race-shared
    __syncthreads();
    sum += tile[63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

int main() {
  Filled<float> in(128), out(64);
  tiles<<<1, 64>>>(out, in);
  return finish();
}
