// SPDX-License-Identifier: MIT
//
// volatile keeps the accesses and orders no lanes.
#include "../case.cuh"

__global__ void sum(float* out, const float* in) {
  __shared__ float part[64];
  const unsigned t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  volatile float* shared = part;
  if (t < 32) {
    shared[t] += shared[t + 32];
    if (t < 16) shared[t] += shared[t + 16];  // expect race-warp
  }
  if (t == 0) *out = part[0];
}

int main() {
  Filled<float> in(64), out(1);
  sum<<<1, 64>>>(out, in);
  return finish();
}
