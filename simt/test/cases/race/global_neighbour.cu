// SPDX-License-Identifier: MIT
//
// Each thread overwrites the element that its neighbour reads.
#include "../case.cuh"

__global__ void shift(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) data[i] = data[i + 1];  // expect race
}

int main() {
  Filled<float> data(256);
  shift<<<4, 64>>>(data, 256);
  return finish();
}
