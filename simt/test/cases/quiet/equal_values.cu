// SPDX-License-Identifier: MIT
//
// All threads set the same flag to the same value.
#include "../case.cuh"

__global__ void any(int* found, const int* in) {
  if (in[blockIdx.x * 64 + threadIdx.x] == 77 || threadIdx.x < 3) *found = 1;
}

int main() {
  Filled<int> in(256);
  Zeroed<int> found(1);
  any<<<4, 64>>>(found, in);
  return finish();
}
