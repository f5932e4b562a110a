// SPDX-License-Identifier: MIT
//
// Vector loads over a count that is no multiple of four.
#include "../case.cuh"

__global__ void sum4(float* out, const float4* in, int n) {
  const int i = threadIdx.x;
  if (4 * i < n) {
    const float4 v = in[i];  // expect out-of-bounds: 112 bytes into | reaching past its end
    out[i] = v.x + v.y + v.z + v.w;
  }
}

int main() {
  Filled<float> in(30);
  Device<float> out(8);
  sum4<<<1, 32>>>(out, reinterpret_cast<const float4*>(static_cast<float*>(in)), 30);
  finish();
  return 0;
}
