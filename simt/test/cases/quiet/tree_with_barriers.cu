// SPDX-License-Identifier: MIT
//
// The reduction tree as it should be.
#include "../case.cuh"

__global__ void sum(float* out, const float* in) {
  __shared__ float part[128];
  const unsigned t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  for (unsigned k = 64; k > 0; k /= 2) {
    if (t < k) part[t] += part[t + k];
    __syncthreads();
  }
  if (t == 0) *out = part[0];
}

int main() {
  Filled<float> in(128);
  Device<float> out(1);
  sum<<<1, 128>>>(out, in);
  return finish();
}
