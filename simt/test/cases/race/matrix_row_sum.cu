// SPDX-License-Identifier: MIT
//
// Threads of one row add into one element.
#include "../case.cuh"

__global__ void rows(float* sums, const float* in) {
  sums[threadIdx.y] += in[threadIdx.y * 32 + threadIdx.x];  // expect race
}

int main() {
  Filled<float> in(128);
  Zeroed<float> sums(4);
  rows<<<1, dim3(32, 4)>>>(sums, in);
  return finish();
}
