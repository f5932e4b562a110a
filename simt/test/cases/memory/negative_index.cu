// SPDX-License-Identifier: MIT
//
// The index is negative and converted to a huge unsigned number.
#include "../case.cuh"

__global__ void write(int* out, int start) {
  out[static_cast<unsigned>(start) + threadIdx.x] = 1;  // expect out-of-bounds
}

int main() {
  Device<int> out(32);
  write<<<1, 8>>>(out, -8);
  finish();
  return 0;
}
