// SPDX-License-Identifier: MIT
//
// Lanes that returned are still named.
#include "../case.cuh"

__global__ void sum(int* out, int n) {
  if (threadIdx.x >= n) return;
  int v = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    v += __shfl_down_sync(0xffffffffu, v, d);  // expect mask-names-exited
  }
  if (threadIdx.x == 0) *out = v;
}

int main() {
  Device<int> out(1);
  sum<<<1, 32>>>(out, 20);
  finish();
  return 0;
}
