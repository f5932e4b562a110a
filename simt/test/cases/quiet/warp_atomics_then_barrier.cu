// SPDX-License-Identifier: MIT
//
// Atomics of all warps, then a barrier, then the plain read.
#include "../case.cuh"

__global__ void mean(float* out, const float* in) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = sum / 64;
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  mean<<<1, 64>>>(out, in);
  return finish();
}
