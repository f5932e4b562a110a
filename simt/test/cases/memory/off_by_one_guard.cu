// SPDX-License-Identifier: MIT
//
// <= lets one thread too many through.
#include "../case.cuh"

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = in[i];  // expect out-of-bounds: threads=1
}

int main() {
  Filled<float> in(100);
  Device<float> out(100);
  copy<<<4, 32>>>(out, in, 100);
  finish();
  return 0;
}
