// SPDX-License-Identifier: MIT
//
// A float4 is read from an address that is a multiple of 4 only.
#include "../case.cuh"

__global__ void load(float* out, const float* in) {
  const float4 v = *reinterpret_cast<const float4*>(in + 1);  // expect misaligned: 16 bytes
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main() {
  Filled<float> in(64);
  Device<float> out(32);
  load<<<1, 32>>>(out, in);
  finish();
  return 0;
}
