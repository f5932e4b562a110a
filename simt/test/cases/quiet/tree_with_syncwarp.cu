// SPDX-License-Identifier: MIT
//
// The last steps are separated by __syncwarp, with the read apart.
#include "../case.cuh"

__global__ void sum(float* out, const float* in) {
  __shared__ float part[64];
  const unsigned t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  if (t < 32) {
    for (unsigned k = 32; k > 0; k /= 2) {
      const float v = t < k ? part[t + k] : 0;
      __syncwarp();
      if (t < k) part[t] += v;
      __syncwarp();
    }
  }
  if (t == 0) *out = part[0];
}

int main() {
  Filled<float> in(64);
  Device<float> out(1);
  sum<<<1, 64>>>(out, in);
  return finish();
}
