// SPDX-License-Identifier: MIT
//
// The first thread reads the element before the first.
#include "../case.cuh"

__global__ void difference(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] - in[i - 1];  // expect out-of-bounds: 4 bytes before the start
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  difference<<<1, 64>>>(out, in, 64);
  finish();
  return 0;
}
