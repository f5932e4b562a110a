// SPDX-License-Identifier: MIT
//
// The second array is read where the first one was meant.
#include "../case.cuh"

__global__ void mix(float* out, const float* in) {
  __shared__ float a[64], b[64];
  const int t = threadIdx.x;
  a[t] = in[t];
  __syncthreads();
  b[t] = 2 * a[63 - t];
  out[t] = b[63 - t];  // expect race-shared: b
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  mix<<<1, 64>>>(out, in);
  return finish();
}
