// SPDX-License-Identifier: MIT
//
// Each thread reads and writes its own element only.
#include "../case.cuh"

__global__ void square(float* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    data[i] = data[i] * data[i];
    data[i] += 1;
  }
}

int main() {
  Filled<float> data(1000);
  square<<<3, 96>>>(data, 1000);
  return finish();
}
