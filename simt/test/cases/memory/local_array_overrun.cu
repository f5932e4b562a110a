// SPDX-License-Identifier: MIT
//
// A loop runs one element too far over an array of the thread's own; the index comes through a
// pointer, so that its type says nothing of the bounds.
#include "../case.cuh"

__device__ void fill(int* values, int n) {
  for (int i = 0; i <= n; ++i) values[i] = i;  // expect out-of-bounds: 0 bytes past the end of own
}

__global__ void sum(int* out, int n) {
  int own[6];
  fill(own, n);
  int total = 0;
  for (int i = 0; i < n; ++i) total += own[i];
  out[threadIdx.x] = total;
}

int main() {
  Device<int> out(32);
  sum<<<1, 32>>>(out, 6);
  finish();
  return 0;
}
