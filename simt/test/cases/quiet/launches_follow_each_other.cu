// SPDX-License-Identifier: MIT
//
// The second launch reads what the first one wrote.
#include "../case.cuh"

__global__ void shift(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[(i + 1) % n];
}

int main() {
  Filled<float> a(256);
  Device<float> b(256);
  shift<<<4, 64>>>(b, a, 256);
  shift<<<4, 64>>>(a, b, 256);
  return finish();
}
