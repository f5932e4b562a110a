// SPDX-License-Identifier: MIT
//
// The second step reads the half that the first one skipped.
#include "../case.cuh"

__global__ void step(int* out, const int* in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x] + 1;  // expect uninitialised: threads=16
}

int main() {
  Filled<int> a(32);
  Device<int> b(32), c(32);
  step<<<1, 32>>>(b, a, 16);
  step<<<1, 32>>>(c, b, 32);
  return finish();
}
