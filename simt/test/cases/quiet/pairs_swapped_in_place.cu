// SPDX-License-Identifier: MIT
//
// Each thread swaps a pair that is its own: mirrored halves of one buffer.
#include "../case.cuh"

__global__ void reverse(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  const int left = values[i];
  values[i] = values[n - 1 - i];
  values[n - 1 - i] = left;
}

int main() {
  Filled<int> values(201);
  reverse<<<4, 32>>>(values, 201);
  return finish() != 0 || values.host()[0] != 201 || values.host()[100] != 101;
}
