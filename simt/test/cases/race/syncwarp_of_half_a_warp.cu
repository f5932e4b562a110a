// SPDX-License-Identifier: MIT
//
// The sync names the lower half, the exchange crosses the halves.
#include "../case.cuh"

__global__ void cross(int* out, const int* in) {
  __shared__ int buffer[32];
  const int t = threadIdx.x;
  buffer[t] = in[t];
  if (t < 16) {
    __syncwarp(0x0000ffff);
    out[t] = buffer[t + 16];  // expect race-warp
  }
}

int main() {
  Filled<int> in(32);
  Device<int> out(32);
  cross<<<1, 32>>>(out, in);
  return finish();
}
