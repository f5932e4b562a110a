// SPDX-License-Identifier: MIT
//
// The last thread reads the neighbour that is not there.
#include "../case.cuh"

__global__ void difference(float* out, const float* in) {
  __shared__ float s[64];
  __shared__ float other[64];
  s[threadIdx.x] = in[threadIdx.x];
  other[threadIdx.x] = 1;
  __syncthreads();
  const float next = s[threadIdx.x + 1];  // expect array-bounds or out-of-bounds
  out[threadIdx.x] = next - s[threadIdx.x] + other[0];
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  difference<<<1, 64>>>(out, in);
  finish();
  return 0;
}
