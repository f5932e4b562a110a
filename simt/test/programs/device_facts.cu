// SPDX-License-Identifier: MIT
//
// Prints what the chosen device says of itself, on the host and in device code.
#include <cstdio>

__global__ void architecture(int* out) {
#ifdef __CUDA_ARCH__
  *out = __CUDA_ARCH__;
#endif
}

int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int* arch;
  cudaMallocManaged(&arch, sizeof(int));
  architecture<<<1, 1>>>(arch);
  cudaDeviceSynchronize();
  std::printf("%d multiprocessors, sm_%d%d, %d, %zu bytes of shared memory, CUDA %d\n",
              properties.multiProcessorCount, properties.major, properties.minor, *arch,
              properties.sharedMemPerBlockOptin, CUDART_VERSION);
  cudaFree(arch);
}
