// SPDX-License-Identifier: MIT
//
// The mask names just the lanes in the branch.
#include "../case.cuh"

__global__ void some(int* out) {
  const int lane = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffffu, lane % 2 == 0);
  int v = lane;
  if (lane % 2 == 0) v = __shfl_sync(mask, v, 4);
  out[lane] = v;
}

int main() {
  Device<int> out(32);
  some<<<1, 32>>>(out);
  return finish();
}
