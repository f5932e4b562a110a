// SPDX-License-Identifier: MIT
//
// An assertion fails in one thread.
#include <cassert>

#include "../case.cuh"

__global__ void check(const int* in) {
  assert(in[threadIdx.x] < 30);  // expect assert: in[threadIdx.x] < 30
}

int main() {
  Filled<int> in(32);
  check<<<1, 32>>>(in);
  finish();
  return 0;
}
