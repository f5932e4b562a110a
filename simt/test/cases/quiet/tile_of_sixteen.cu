// SPDX-License-Identifier: MIT
//
// Each half of the warp reduces by itself.
#include "../case.cuh"

__global__ void halves(int* out) {
  const int lane = threadIdx.x;
  const unsigned mask = lane < 16 ? 0x0000ffffu : 0xffff0000u;
  int v = lane;
  for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(mask, v, d, 16);
  if (lane % 16 == 0) out[lane / 16] = v;
}

int main() {
  Device<int> out(2);
  halves<<<1, 32>>>(out);
  return finish();
}
