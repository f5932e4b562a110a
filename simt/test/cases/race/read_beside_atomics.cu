// SPDX-License-Identifier: MIT
//
// The sum is read while other warps still add to it.
#include "../case.cuh"

__global__ void mean(float* out, const float* in) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  out[threadIdx.x] = sum / 64;  // expect race-atomic
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  mean<<<1, 64>>>(out, in);
  return finish();
}
