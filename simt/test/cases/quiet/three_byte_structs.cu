// SPDX-License-Identifier: MIT
//
// Neighbours of three bytes share a word, and yet nobody touches another's bytes.
#include "../case.cuh"

__global__ void turn(char3* out, const char3* in) {
  __shared__ char3 s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  Filled<char> in(192);
  Device<char3> out(64);
  turn<<<1, 64>>>(out, reinterpret_cast<const char3*>(static_cast<char*>(in)));
  return finish();
}
