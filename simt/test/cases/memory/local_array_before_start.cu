// SPDX-License-Identifier: MIT
//
// A search that runs off the front of an array of the thread's own.
#include "../case.cuh"

__device__ int find_last(const short* values, int n, short wanted) {
  int i = n - 1;
  while (values[i] != wanted && i >= 0) --i;  // expect out-of-bounds: 2 bytes before the start of
  return i;
}

__global__ void search(int* out, int n) {
  short seen[5];
  for (int i = 0; i < n; ++i) seen[i] = static_cast<short>(i + 1);
  out[threadIdx.x] = find_last(seen, n, 100);
}

int main() {
  Device<int> out(32);
  search<<<1, 32>>>(out, 5);
  finish();
  return 0;
}
