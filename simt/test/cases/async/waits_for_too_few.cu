// SPDX-License-Identifier: MIT
//
// Double buffering that leaves one group too many under way.
#include <cuda_pipeline_primitives.h>

#include "../case.cuh"

__global__ void sums(float* out, const float* in, int tiles) {
  __shared__ float stage[2][64];
  const int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&stage[0][t], &in[t], 4);
  __pipeline_commit();
  for (int tile = 0; tile < tiles; ++tile) {
    const int next = tile + 1 < tiles ? tile + 1 : tile;
    __pipeline_memcpy_async(&stage[(tile + 1) % 2][t], &in[next * 64 + t], 4);  // or here
    __pipeline_commit();
    __pipeline_wait_prior(2);
    sum += stage[tile % 2][t];  // expect async-copy: while an asynchronous copy
  }
  out[t] = sum;
}

int main() {
  Filled<float> in(256);
  Device<float> out(64);
  sums<<<1, 64>>>(out, in, 4);
  finish();
  return 0;
}
