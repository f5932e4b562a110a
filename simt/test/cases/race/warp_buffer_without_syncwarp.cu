// SPDX-License-Identifier: MIT
//
// Lanes of a warp exchange through memory without __syncwarp.
#include "../case.cuh"

__global__ void rotate(int* out, const int* in) {
  __shared__ int buffer[64];
  const int t = threadIdx.x, lane = t % 32;
  buffer[t] = in[t];
  out[t] = buffer[t - lane + (lane + 1) % 32];  // expect race-warp
}

int main() {
  Filled<int> in(64);
  Device<int> out(64);
  rotate<<<1, 64>>>(out, in);
  return finish();
}
