// SPDX-License-Identifier: MIT
//
// A thread reads memory that it has given back.
#include "../case.cuh"

__global__ void use(int* out) {
  int* const own = static_cast<int*>(malloc(4 * sizeof(int)));
  own[0] = static_cast<int>(threadIdx.x);
  free(own);
  out[threadIdx.x] = own[0];  // expect use-after-free: after it was freed | threads=32
}

int main() {
  Device<int> out(32);
  use<<<1, 32>>>(out);
  finish();
  return 0;
}
