// SPDX-License-Identifier: MIT
//
// A word is written as float and read as int by its owner.
#include "../case.cuh"

__global__ void bits(int* out) {
  __shared__ float s[32];
  s[threadIdx.x] = threadIdx.x * 0.5f;
  out[threadIdx.x] = *reinterpret_cast<int*>(&s[threadIdx.x]);
}

int main() {
  Device<int> out(32);
  bits<<<1, 32>>>(out);
  return finish();
}
