// SPDX-License-Identifier: MIT
//
// A plain counter gives several threads the same place.
#include "../case.cuh"

__global__ void keep_even(int* out, int* count, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) {
    const int place = *count;  // or here
    *count = place + 1;        // expect race
    out[place] = in[i];        // expect race
  }
}

int main() {
  Filled<int> in(100);
  Device<int> out(100);
  Zeroed<int> count(1);
  keep_even<<<4, 32>>>(out, count, in, 100);
  return finish();
}
