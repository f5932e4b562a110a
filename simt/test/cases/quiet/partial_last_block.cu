// SPDX-License-Identifier: MIT
//
// A guard keeps the surplus threads out.
#include "../case.cuh"

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

int main() {
  Filled<float> in(1000);
  Device<float> out(1000);
  copy<<<8, 128>>>(out, in, 1000);
  return finish();
}
