// SPDX-License-Identifier: MIT
//
// An in-place transpose swaps pairs that two threads hold.
#include "../case.cuh"

__global__ void transpose(float* m) {
  const int x = threadIdx.x, y = threadIdx.y;
  m[y * 16 + x] = m[x * 16 + y];  // expect race
}

int main() {
  Filled<float> m(256);
  transpose<<<1, dim3(16, 16)>>>(m);
  return finish();
}
