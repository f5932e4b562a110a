// SPDX-License-Identifier: MIT
//
// Bins of the thread's own that are counted up without being cleared.
#include "../case.cuh"

__global__ void count(int* out, const int* in, int n) {
  int bins[8];
  for (int i = 0; i < n; ++i) {
    bins[in[i] % 8] += 1;  // expect uninitialised: read of bins[1] | (local memory) | threads=32
  }
  int most = 0;
  for (int b = 0; b < 2 * n; ++b) most = max(most, bins[b]);  // expect uninitialised
  out[threadIdx.x] = most;
}

int main() {
  Filled<int> in(4);
  Device<int> out(32);
  count<<<1, 32>>>(out, in, 4);
  finish();
  return 0;
}
