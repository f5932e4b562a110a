// SPDX-License-Identifier: MIT
//
// Thread 0 sets up, all wait, then all use it.
#include "../case.cuh"

__global__ void scale(float* data) {
  __shared__ float factor;
  if (threadIdx.x == 0) factor = data[0] * 3;
  __syncthreads();
  data[threadIdx.x] *= factor;
}

int main() {
  Filled<float> data(64);
  scale<<<1, 64>>>(data);
  return finish();
}
