// SPDX-License-Identifier: MIT
//
// How many clusters run at once.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/check.cuh"
#include "common/timing.cuh"

namespace hopper {

/// How many blocks can run at once in clusters of `cluster`.  It may be less than one on each SM:
/// SMs come in groups, and no cluster reaches from one group into another.
template <class... Parameters>
int resident_blocks(void (*kernel)(Parameters...), int cluster, int threads,
                    std::size_t shared_bytes) {
  int clusters = 1;
#ifndef CM_VIRTUAL_GPU
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = static_cast<unsigned>(cluster);
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(cluster));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.dynamicSmemBytes = shared_bytes;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CUDA_CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
#else
  (void)kernel, (void)threads, (void)shared_bytes;
#endif
  return clusters * cluster;
}

}  // namespace hopper
