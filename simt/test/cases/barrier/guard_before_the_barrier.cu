// SPDX-License-Identifier: MIT
//
// Surplus threads skip the barrier and go on to another.
#include "../case.cuh"

__global__ void shift(float* out, const float* in, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  if (t < n) {
    s[t] = in[t];
    __syncthreads();  // expect barrier-divergence
    out[t] = s[n - 1 - t];
  }
  __syncthreads();  // or here
  if (t == 0) out[0] += 1;
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  shift<<<1, 64>>>(out, in, 40);
  finish();
  return 0;
}
