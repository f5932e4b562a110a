// SPDX-License-Identifier: MIT
//
// Constant memory gets new values between two launches.
#include "../case.cuh"

__constant__ float factors[4];

__global__ void scale(float* values) { values[threadIdx.x] *= factors[threadIdx.x % 4]; }

int main() {
  Filled<float> values(64);
  const float first[4] = {1, 2, 3, 4}, second[4] = {4, 3, 2, 1};
  cudaMemcpyToSymbol(factors, first, sizeof(first));
  scale<<<1, 64>>>(values);
  cudaMemcpyToSymbol(factors, second, sizeof(second));
  scale<<<1, 64>>>(values);
  return finish() != 0 || values.host()[1] != 12;
}
