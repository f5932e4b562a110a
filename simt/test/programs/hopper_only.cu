// SPDX-License-Identifier: MIT
// Kernels that the virtual GPU refuses, each by the name of what it lacks, and one that it runs.
#include <cooperative_groups.h>

#include <cstdio>

__global__ void in_a_cluster(int* out) {
  out[threadIdx.x] = static_cast<int>(cooperative_groups::this_cluster().block_rank());
}
__global__ void named_barrier(int* out) {
  __barrier_sync_count(1, 32);
  out[threadIdx.x] = 1;
}
__global__ void plain(int* out) { out[threadIdx.x] = 2; }

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  in_a_cluster<<<1, 32>>>(out);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  named_barrier<<<1, 32>>>(out);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaLaunchConfig_t config{};
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {2, 1, 1};
  config.gridDim = 2;
  config.blockDim = 32;
  config.attrs = &cluster;
  config.numAttrs = 1;
  std::printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, plain, out)));
  config.numAttrs = 0;
  std::printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, plain, out)));
  cudaFree(out);
}
