// SPDX-License-Identifier: MIT
// The smallest useful program: what programs.py times from the command to the result.
#include <cstdio>

__global__ void scale(float* x, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}

int main() {
  constexpr int kCount = 1000;
  float host[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>(i);
  float* device = nullptr;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<(kCount + 255) / 256, 256>>>(device, 2, kCount);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::printf("%g\n", host[kCount - 1]);
  return 0;
}
