// SPDX-License-Identifier: MIT
//
// All threads of a block take the branch, or none does.
#include "../case.cuh"

__global__ void maybe(float* out, const float* in) {
  __shared__ float tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  float v = in[i];
  if (blockIdx.x % 2 == 0) {
    tile[threadIdx.x] = v;
    __syncthreads();
    v = tile[63 - threadIdx.x];
  }
  out[i] = v;
}

int main() {
  Filled<float> in(256);
  Device<float> out(256);
  maybe<<<4, 64>>>(out, in);
  return finish();
}
