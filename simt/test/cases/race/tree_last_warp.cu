// SPDX-License-Identifier: MIT
//
// The last steps of the tree trust that a warp runs in step.
#include "../case.cuh"

__global__ void sum(float* out, const float* in) {
  __shared__ float part[64];
  const unsigned t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  if (t < 32) {
    part[t] += part[t + 32];
    if (t < 16) part[t] += part[t + 16];  // expect race-warp
  }
  if (t == 0) *out = part[0];
}

int main() {
  Filled<float> in(64), out(1);
  sum<<<1, 64>>>(out, in);
  return finish();
}
