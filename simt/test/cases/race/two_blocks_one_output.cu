// SPDX-License-Identifier: MIT
//
// Two blocks write the same elements, each its own value.
#include "../case.cuh"

__global__ void write(int* out) {
  out[threadIdx.x] = blockIdx.x + 1;  // expect race-global
}

int main() {
  Device<int> out(64);
  write<<<2, 64>>>(out);
  return finish();
}
