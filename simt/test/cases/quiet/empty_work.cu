// SPDX-License-Identifier: MIT
//
// All threads find nothing to do.
#include "../case.cuh"

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

int main() {
  Filled<float> in(4);
  Device<float> out(4);
  copy<<<1, 64>>>(out, in, 0);
  return finish();
}
