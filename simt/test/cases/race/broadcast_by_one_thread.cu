// SPDX-License-Identifier: MIT
//
// Thread 0 computes a value for all, and nobody waits for it.
#include "../case.cuh"

__global__ void scale(float* data) {
  __shared__ float factor;
  if (threadIdx.x == 0) factor = data[0] * 3;
  data[threadIdx.x] *= factor;  // expect race
}

int main() {
  Filled<float> data(64);
  scale<<<1, 64>>>(data);
  return finish();
}
