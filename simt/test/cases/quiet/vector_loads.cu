// SPDX-License-Identifier: MIT
//
// float4 accesses, the tail by single floats.
#include "../case.cuh"

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  }
  if (i < n % 4) out[n / 4 * 4 + i] = in[n / 4 * 4 + i];
}

int main() {
  Filled<float> in(103);
  Device<float> out(103);
  copy<<<1, 32>>>(out, in, 103);
  return finish();
}
