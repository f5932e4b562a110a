// SPDX-License-Identifier: MIT
//
// Two arrays share the dynamic shared memory.
#include "../case.cuh"

__global__ void both(float* out, const float* in) {
  extern __shared__ float raw[];
  float* first = raw;
  float* second = raw + 64;
  first[threadIdx.x] = in[threadIdx.x];
  second[threadIdx.x] = 2 * in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = first[63 - threadIdx.x] + second[63 - threadIdx.x];
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  both<<<1, 64, 512>>>(out, in);
  return finish();
}
