// SPDX-License-Identifier: MIT
//
// A thread clears the padding of a tile that is still being filled.
#include <cuda_pipeline_primitives.h>

#include "../case.cuh"

__global__ void load(float* out, const float* in) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);  // or here
  __pipeline_commit();
  if (t % 8 == 7) tile[t] = 0;  // expect async-copy: write of tile[7]
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  load<<<1, 64>>>(out, in);
  finish();
  return 0;
}
