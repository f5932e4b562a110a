// SPDX-License-Identifier: MIT
//
// Only half of the bytes were copied.
#include "../case.cuh"

__global__ void scale(float* out, const float* in) {
  out[threadIdx.x] = 2 * in[threadIdx.x];  // expect uninitialised: threads=32
}

int main() {
  const std::vector<float> host(64, 1.0f);
  Device<float> in(64), out(64);
  cudaMemcpy(in, host.data(), 32 * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<1, 64>>>(out, in);
  return finish();
}
