// SPDX-License-Identifier: MIT
#include <cstdio>

constexpr int kBlock = 32;

__global__ void __launch_bounds__(kBlock * 2) plain(int* out) { out[threadIdx.x] = 1; }

template <int kThreads>
__launch_bounds__(kThreads, 2) __global__ void chosen(int* out) {
  out[threadIdx.x] = kThreads;
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 1024);
  cudaFuncAttributes a, b;
  cudaFuncGetAttributes(&a, plain);
  cudaFuncGetAttributes(&b, chosen<96>);
  std::printf("%d %d\n", a.maxThreadsPerBlock, b.maxThreadsPerBlock);
  plain<<<1, 64>>>(out);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  plain<<<1, 65>>>(out);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  chosen<96><<<1, 96>>>(out);
  cudaFree(out);
}
