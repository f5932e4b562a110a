// SPDX-License-Identifier: MIT
//
// Lanes exchange through shared memory with __syncwarp between.
#include "../case.cuh"

__global__ void rotate(int* out, const int* in) {
  __shared__ int buffer[64];
  const int t = threadIdx.x, lane = t % 32;
  buffer[t] = in[t];
  __syncwarp();
  const int v = buffer[t - lane + (lane + 1) % 32];
  __syncwarp();
  buffer[t] = v;
  __syncwarp();
  out[t] = buffer[t - lane + (lane + 31) % 32];
}

int main() {
  Filled<int> in(64);
  Device<int> out(64);
  rotate<<<1, 64>>>(out, in);
  return finish();
}
