// SPDX-License-Identifier: MIT
//
// A tile is copied asynchronously; the barrier is there, the wait is not.
#include <cuda_pipeline_primitives.h>

#include "../case.cuh"

__global__ void reverse(float* out, const float* in) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float));  // or here
  __pipeline_commit();
  __syncthreads();
  out[t] = tile[127 - t];  // expect async-copy: read of tile[127] | threads=128
}

int main() {
  Filled<float> in(128);
  Device<float> out(128);
  reverse<<<1, 128>>>(out, in);
  finish();
  return 0;
}
