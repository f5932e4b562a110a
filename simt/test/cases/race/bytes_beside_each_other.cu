// SPDX-License-Identifier: MIT
//
// Warps meet in one byte, neighbouring bytes are fine.
#include "../case.cuh"

__global__ void mark(unsigned char* out) {
  __shared__ unsigned char flags[65];
  flags[threadIdx.x] = 1 + threadIdx.x;
  out[threadIdx.x] = flags[(threadIdx.x / 32 * 32 + 63) % 64];  // expect race
}

int main() {
  Device<unsigned char> out(64);
  mark<<<1, 64>>>(out);
  return finish();
}
