// SPDX-License-Identifier: MIT
//
// An assertion that is true.
#include <cassert>

#include "../case.cuh"

__global__ void check(const int* in) { assert(in[threadIdx.x] > 0); }

int main() {
  Filled<int> in(32);
  check<<<1, 32>>>(in);
  return finish();
}
