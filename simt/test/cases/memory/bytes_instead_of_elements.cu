// SPDX-License-Identifier: MIT
//
// cudaMalloc was given a number of elements.
#include "../case.cuh"

__global__ void fill(float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = i;  // expect out-of-bounds: (64 bytes) | threads=48
}

int main() {
  Device<char> raw(64);
  fill<<<1, 64>>>(reinterpret_cast<float*>(static_cast<char*>(raw)), 64);
  finish();
  return 0;
}
