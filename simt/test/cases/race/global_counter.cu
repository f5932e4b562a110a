// SPDX-License-Identifier: MIT
//
// Threads of all blocks add to one element without an atomic.
#include "../case.cuh"

__global__ void count(int* total, const int* in) {
  if (in[threadIdx.x] > 4 && threadIdx.x % 32 == 0) *total += 1;  // expect race-global
}

int main() {
  Filled<int> in(64);
  Zeroed<int> total(1);
  count<<<2, 64>>>(total, in);
  return finish();
}
