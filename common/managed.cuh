// SPDX-License-Identifier: MIT
//
// Managed (unified) memory, with the prefetch and advice calls of CUDA 12 and of CUDA 13.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/buffers.cuh"
#include "common/check.cuh"
#include "common/device.cuh"

namespace cm {

/// True if the device can allocate managed memory at all.
inline bool managed_supported() { return device_attribute(cudaDevAttrManagedMemory) != 0; }

/// True if host and device may touch managed memory at the same time, page by page.  Prefetch and
/// advice need this; without it (Windows, WSL 2) all pages move at each launch.
inline bool concurrent_managed_access() {
  return device_attribute(cudaDevAttrConcurrentManagedAccess) != 0;
}

/// Memory that host and device reach by one pointer; its pages move to whoever touches them.
struct ManagedMemory {
  static cudaError_t allocate(void** data, std::size_t bytes) {
    return cudaMallocManaged(data, bytes);
  }
  static cudaError_t release(void* data) { return cudaFree(data); }
};

/// `size` elements of T in managed memory.
template <class T>
using ManagedBuffer = HostBuffer<T, ManagedMemory>;

namespace detail {

inline int current_device() {
  int device = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  return device;
}

#if CUDART_VERSION >= 13000
inline cudaMemLocation location(bool on_device) {
  cudaMemLocation place{};
  place.type = on_device ? cudaMemLocationTypeDevice : cudaMemLocationTypeHost;
  place.id = on_device ? current_device() : 0;
  return place;
}
inline cudaError_t prefetch(const void* data, std::size_t bytes, bool on_device, cudaStream_t s) {
  return cudaMemPrefetchAsync(data, bytes, location(on_device), 0, s);
}
#else
inline int location(bool on_device) { return on_device ? current_device() : cudaCpuDeviceId; }
inline cudaError_t prefetch(const void* data, std::size_t bytes, bool on_device, cudaStream_t s) {
  return cudaMemPrefetchAsync(data, bytes, location(on_device), s);
}
#endif

}  // namespace detail

/// Starts moving `bytes` of managed memory at `data` to the current device, in order on `stream`.
inline void prefetch_to_device(const void* data, std::size_t bytes, cudaStream_t stream = nullptr) {
  CUDA_CHECK(detail::prefetch(data, bytes, true, stream));
}

/// Starts moving `bytes` of managed memory at `data` to the host, in order on `stream`.
inline void prefetch_to_host(const void* data, std::size_t bytes, cudaStream_t stream = nullptr) {
  CUDA_CHECK(detail::prefetch(data, bytes, false, stream));
}

/// Advises that the range is mostly read: each processor may keep a copy until somebody writes.
inline void advise_read_mostly(const void* data, std::size_t bytes) {
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseSetReadMostly, detail::location(true)));
}

/// Advises that the range should live on the current device.
inline void advise_preferred_device(const void* data, std::size_t bytes) {
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseSetPreferredLocation, detail::location(true)));
}

/// Advises that the range should live on the host.
inline void advise_preferred_host(const void* data, std::size_t bytes) {
  CUDA_CHECK(
      cudaMemAdvise(data, bytes, cudaMemAdviseSetPreferredLocation, detail::location(false)));
}

/// Advises that the current device will read the range where it is: it is mapped, not moved.
inline void advise_accessed_by_device(const void* data, std::size_t bytes) {
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseSetAccessedBy, detail::location(true)));
}

/// Advises that the host will read the range where it is.
inline void advise_accessed_by_host(const void* data, std::size_t bytes) {
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseSetAccessedBy, detail::location(false)));
}

}  // namespace cm
