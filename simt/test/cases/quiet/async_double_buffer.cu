// SPDX-License-Identifier: MIT
//
// Double buffering with cp.async: one group may be under way while the other is used.
#include <cuda_pipeline_primitives.h>

#include "../case.cuh"

__global__ void sums(float* out, const float* in, int tiles) {
  __shared__ float stage[2][64];
  const int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&stage[0][t], &in[t], 4);
  __pipeline_commit();
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) {
      __pipeline_memcpy_async(&stage[(tile + 1) % 2][t], &in[(tile + 1) * 64 + t], 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stage[tile % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  Filled<float> in(256);
  Device<float> out(64);
  sums<<<1, 64>>>(out, in, 4);
  const int code = finish();
  return code != 0 || out.host()[0] != 64 + 128 + 192 + 256 ? 1 : 0;
}
