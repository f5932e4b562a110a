// SPDX-License-Identifier: MIT
//
// A histogram trusts its input to be small.
#include "../case.cuh"

__global__ void count(int* bins, const int* in, int n) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1);  // expect out-of-bounds: atomic update of 4 bytes
}

int main() {
  Filled<int> in(40);
  Zeroed<int> bins(32);
  count<<<1, 64>>>(bins, in, 40);
  finish();
  return 0;
}
