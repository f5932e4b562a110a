// SPDX-License-Identifier: MIT
//
// A stencil with its halo, and one barrier.
#include "../case.cuh"

__global__ void blur(float* out, const float* in, int n) {
  __shared__ float s[66];
  const int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x + 1;
  s[t] = i < n ? in[i] : 0;
  if (threadIdx.x == 0) s[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == 63) s[65] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = s[t - 1] + s[t] + s[t + 1];
}

int main() {
  Filled<float> in(200);
  Device<float> out(200);
  blur<<<4, 64>>>(out, in, 200);
  return finish();
}
