// SPDX-License-Identifier: MIT
//
// Inner threads read halo cells that the first threads load.
#include "../case.cuh"

__global__ void blur(float* out, const float* in) {
  __shared__ float s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t];
  if (t == 0) s[0] = 0.5f;
  if (t == 1) s[65] = 0.5f;
  out[t] = s[t] + s[t + 1] + s[t + 2];  // expect race
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  blur<<<1, 64>>>(out, in);
  return finish();
}
