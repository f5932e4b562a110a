// SPDX-License-Identifier: MIT
//
// A shuffle inside a branch, with the mask of exactly the lanes that take it.
#include "../case.cuh"

__global__ void sum_odd(int* out, const int* in) {
  const int t = threadIdx.x;
  const bool odd = in[t] % 2 != 0;
  const unsigned mask = __ballot_sync(0xffffffffu, odd);
  int value = 0;
  if (odd) {
    const int first = __ffs(static_cast<int>(mask)) - 1;
    value = in[t] + __shfl_sync(mask, in[t], first);
  }
  out[t] = value;
}

int main() {
  Filled<int> in(32);
  Device<int> out(32);
  sum_odd<<<1, 32>>>(out, in);
  return finish() != 0 || out.host()[2] != 4 || out.host()[1] != 0;
}
