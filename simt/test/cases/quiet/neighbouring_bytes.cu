// SPDX-License-Identifier: MIT
//
// Bytes of one word belong to different threads.
#include "../case.cuh"

__global__ void mark(unsigned char* out, const unsigned char* in) {
  __shared__ unsigned char s[64];
  const int t = threadIdx.x;
  s[t * 32 % 64 + t / 2] = in[t];
  __syncthreads();
  out[blockIdx.x + 2 * t] = s[t * 32 % 64 + t / 2];
}

int main() {
  Filled<unsigned char> in(64);
  Device<unsigned char> out(128);
  mark<<<2, 64>>>(out, in);
  return finish();
}
