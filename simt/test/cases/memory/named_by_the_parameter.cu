// SPDX-License-Identifier: MIT
//
// All buffers come from one call inside a class: the report uses the kernel's names. The element
// counts in units of the parameter's type.
#include "../case.cuh"

struct Pair {
  int a, b;
};

__global__ void sum(int* totals, const Pair* pairs) {
  const int i = threadIdx.x;
  const int a =
      pairs[i].a;  // expect uninitialised: read of pairs[0], which nothing has written | threads=32
  totals[i] = a;
}

int main() {
  Device<Pair> pairs(32);
  Device<int> totals(32);
  sum<<<1, 32>>>(totals, pairs);
  finish();
  return 0;
}
