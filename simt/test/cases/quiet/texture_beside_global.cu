// SPDX-License-Identifier: MIT
//
// A texture and a pointer lead to the same memory, and both only read.
#include "../case.cuh"

__global__ void compare(int* equal, cudaTextureObject_t texture, const float* values, int n) {
  const int i = threadIdx.x;
  if (i < n) equal[i] = tex1Dfetch<float>(texture, n - 1 - i) == values[n - 1 - i];
}

int main() {
  Filled<float> values(50);
  Device<int> equal(50);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {values, cudaCreateChannelDesc<float>(), 50 * sizeof(float)};
  const cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  if (cudaCreateTextureObject(&texture, &resource, &description, nullptr) != cudaSuccess) return 1;
  compare<<<1, 64>>>(equal, texture, values, 50);
  const int code = finish();
  cudaDestroyTextureObject(texture);
  return code != 0 || equal.host()[49] != 1;
}
