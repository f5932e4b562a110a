// SPDX-License-Identifier: MIT
//
// Each thread waits for its own copy; without a barrier it may not read its neighbour's.
#include <cuda_pipeline_primitives.h>

#include "../case.cuh"

__global__ void rotate(float* out, const float* in) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);  // or here
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = tile[(t + 32) % 128];  // expect race-shared or async-copy
}

int main() {
  Filled<float> in(128);
  Device<float> out(128);
  rotate<<<1, 128>>>(out, in);
  finish();
  return 0;
}
