// SPDX-License-Identifier: MIT
//
// Managed (unified) memory, with the prefetch and advice calls of CUDA 12 and of CUDA 13.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

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

/// `size` elements of T that host and device reach by one pointer.  Movable, not copyable.
template <class T>
class ManagedBuffer {
 public:
  /// Allocates `size` elements; ends the program with exit code 1 if that fails.
  explicit ManagedBuffer(std::size_t size) : size_(size) {
    CUDA_CHECK(cudaMallocManaged(&data_, bytes()));
  }
  ManagedBuffer(ManagedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ManagedBuffer& operator=(ManagedBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ManagedBuffer() { CUDA_CHECK(cudaFree(data_)); }

  T* data() { return data_; }                              ///< Pointer for host and device.
  const T* data() const { return data_; }                  ///< Pointer for host and device.
  std::size_t size() const { return size_; }               ///< In elements.
  std::size_t bytes() const { return size_ * sizeof(T); }  ///< In bytes.
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

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
