// SPDX-License-Identifier: MIT
//
// A tile as large as the block, and a stencil that reaches one further.
#include "../case.cuh"

__global__ void stencil(float* out, const float* in) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[t] + tile[t + 1];  // expect array-bounds or out-of-bounds
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  stencil<<<1, 64>>>(out, in);
  finish();
  return 0;
}
