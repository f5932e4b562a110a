// SPDX-License-Identifier: MIT
//
// The first warp adds up the sums of the others before they are there.
#include "../case.cuh"

__global__ void total(int* out, const int* in) {
  __shared__ int sums[4];
  const int t = threadIdx.x;
  int sum = in[t];
  for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(0xffffffffu, sum, by);
  if (t % 32 == 0) sums[t / 32] = sum;  // or here
  if (t < 4) {
    int all = sums[t];  // expect race-shared or uninitialised
    for (int by = 2; by > 0; by /= 2) all += __shfl_down_sync(0xfu, all, by, 4);
    if (t == 0) *out = all;
  }
}

int main() {
  Filled<int> in(128);
  Device<int> out(1);
  total<<<1, 128>>>(out, in);
  return finish();
}
