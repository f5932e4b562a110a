// SPDX-License-Identifier: MIT
//
// Each round of the loop needs a barrier of its own.
#include "../case.cuh"

__global__ void smooth(float* data, int rounds) {
  __shared__ float s[66];
  const int t = threadIdx.x;
  s[t + 1] = data[t];
  if (t < 2) s[65 * t] = 0.25f;
  __syncthreads();
  for (int k = 0; k < rounds; ++k) {
    const float v = s[t] + s[t + 2];  // expect race
    __syncthreads();
    s[t + 1] = v;
  }
  data[t] = s[t + 1];
}

int main() {
  Filled<float> data(64);
  smooth<<<1, 64>>>(data, 3);
  return finish();
}
