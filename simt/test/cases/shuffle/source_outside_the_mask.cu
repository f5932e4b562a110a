// SPDX-License-Identifier: MIT
//
// Lanes 0 to 19 take part and lane 4 asks lane 20.
#include "../case.cuh"

__global__ void sum(int* out, int n) {
  int v = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < n);
  if (threadIdx.x < n) {
    v += __shfl_down_sync(mask, v, 16);  // expect shuffle-source
    out[threadIdx.x] = v;
  }
}

int main() {
  Device<int> out(32);
  sum<<<1, 32>>>(out, 20);
  finish();
  return 0;
}
