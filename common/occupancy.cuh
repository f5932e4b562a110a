// SPDX-License-Identifier: MIT
//
// The limits of the current device, for the arithmetic in occupancy.hpp.
#pragma once

#include <cmath>

#include "common/device.cuh"
#include "common/occupancy.hpp"

namespace cm {

/// What an SM of the current device has.  Ends the program on a CUDA error.
inline SmLimits sm_limits() {
  return {device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
          device_attribute(cudaDevAttrMaxBlocksPerMultiprocessor),
          device_attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
          device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
          device_attribute(cudaDevAttrReservedSharedMemoryPerBlock)};
}

/// What the compiler made of a kernel.
inline cudaFuncAttributes compiled(const void* kernel) {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  return attributes;
}

/// Registers of each thread of `kernel`; no number where the device has none to count.
inline double registers_of(const void* kernel) {
  const int registers = compiled(kernel).numRegs;
  return registers > 0 ? registers : NAN;
}

/// What a block of `kernel` needs, as compiled, with `dynamic_bytes` of shared memory on top.
inline BlockNeeds block_needs(const void* kernel, int threads, int dynamic_bytes) {
  const cudaFuncAttributes attributes = compiled(kernel);
  return {threads, attributes.numRegs,
          static_cast<int>(attributes.sharedSizeBytes) + dynamic_bytes};
}

}  // namespace cm
