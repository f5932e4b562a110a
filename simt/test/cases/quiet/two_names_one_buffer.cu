// SPDX-License-Identifier: MIT
//
// Two parameters lead to the same memory, and both only read.
#include "../case.cuh"

__global__ void dot(float* out, const float* a, const float* b, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i] * b[n - 1 - i];
  out[threadIdx.x] = sum;
}

int main() {
  Filled<float> values(100);
  Device<float> out(32);
  dot<<<1, 32>>>(out, values, values, 100);
  return finish();
}
