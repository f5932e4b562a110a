// SPDX-License-Identifier: MIT
//
// A texture object is destroyed before the launch that uses it.
#include "../case.cuh"

__global__ void read(float* out, cudaTextureObject_t texture) {
  const int t = static_cast<int>(threadIdx.x);
  out[t] = tex1Dfetch<float>(texture, t);  // expect invalid-texture: that is not there
}

int main() {
  Filled<float> in(32);
  Device<float> out(32);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {in, cudaCreateChannelDesc<float>(), 32 * sizeof(float)};
  const cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  cudaDestroyTextureObject(texture);
  read<<<1, 32>>>(out, texture);
  finish();
  return 0;
}
