// SPDX-License-Identifier: MIT
//
// Memory that frees itself.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "common/check.cuh"

namespace cm {

/// `size` elements of T in device memory.  Movable, not copyable.
///
/// Elements start undefined; poison() makes them visibly so.  An allocation that fails ends the
/// program with exit code 1 and says what to do.
template <class T>
class DeviceBuffer {
 public:
  /// Allocates `size` elements.
  explicit DeviceBuffer(std::size_t size) : size_(size) { CUDA_CHECK(cudaMalloc(&data_, bytes())); }
  /// Allocates as many elements as `host` has and uploads them.
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) { copy_from(host); }

  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~DeviceBuffer() { CUDA_CHECK(cudaFree(data_)); }

  T* data() { return data_; }                              ///< Device pointer.
  const T* data() const { return data_; }                  ///< Device pointer.
  std::size_t size() const { return size_; }               ///< In elements.
  std::size_t bytes() const { return size_ * sizeof(T); }  ///< In bytes.

  /// Fills every byte with 0xFF, which is NaN for floating-point types: an element that a kernel
  /// forgets to write then fails the comparison.
  void poison() { CUDA_CHECK(cudaMemset(data_, 0xFF, bytes())); }

  /// Uploads `host`, which must have size() elements; ends the program otherwise.
  void copy_from(const std::vector<T>& host) {
    if (host.size() != size_) {
      std::fprintf(stderr, "DeviceBuffer::copy_from: the vector has %zu elements, the buffer %zu\n",
                   host.size(), size_);
      std::exit(EXIT_FAILURE);
    }
    CUDA_CHECK(cudaMemcpy(data_, host.data(), bytes(), cudaMemcpyHostToDevice));
  }

  /// Downloads all elements; waits for the work before it on the default stream.
  std::vector<T> to_host() const {
    std::vector<T> host(size_);
    CUDA_CHECK(cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// `size` elements of T in page-locked host memory, which copies at full speed and asynchronously.
/// Movable, not copyable; elements start undefined.
template <class T>
class PinnedBuffer {
 public:
  /// Allocates `size` elements; ends the program with exit code 1 if that fails.
  explicit PinnedBuffer(std::size_t size) : size_(size) {
    CUDA_CHECK(cudaMallocHost(&data_, bytes()));
  }
  PinnedBuffer(PinnedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~PinnedBuffer() { CUDA_CHECK(cudaFreeHost(data_)); }

  T* data() { return data_; }                 ///< Host pointer, which the device can read too.
  const T* data() const { return data_; }     ///< Host pointer, which the device can read too.
  std::size_t size() const { return size_; }  ///< In elements.
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

}  // namespace cm
