// SPDX-License-Identifier: MIT
//
// Steps of the reduction tree are not separated.
#include "../case.cuh"

__global__ void sum(float* out, const float* in) {
  __shared__ float part[128];
  const unsigned t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  for (unsigned k = 64; k > 0; k /= 2) {
    if (t < k) part[t] += part[t + k];  // expect race
  }
  if (t == 0) *out = part[0];
}

int main() {
  Filled<float> in(128), out(1);
  sum<<<1, 128>>>(out, in);
  return finish();
}
