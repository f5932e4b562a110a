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

/// Memory of the device, which the host cannot touch.
struct DeviceMemory {
  static cudaError_t allocate(void** data, std::size_t bytes) { return cudaMalloc(data, bytes); }
  static cudaError_t release(void* data) { return cudaFree(data); }
};

/// Page-locked memory of the host, which copies at full speed and asynchronously.
struct PinnedMemory {
  static cudaError_t allocate(void** data, std::size_t bytes) {
    return cudaMallocHost(data, bytes);
  }
  static cudaError_t release(void* data) { return cudaFreeHost(data); }
};

/// `size` elements of T in `Memory`.  Movable, not copyable; elements start undefined.
///
/// An allocation that fails ends the program with exit code 1 and says what to do.
template <class T, class Memory>
class Buffer {
 public:
  /// Allocates `size` elements.
  explicit Buffer(std::size_t size) : size_(size) {
    void* data = nullptr;
    CUDA_CHECK(Memory::allocate(&data, bytes()));
    data_ = static_cast<T*>(data);
  }
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { CUDA_CHECK(Memory::release(data_)); }

  T* data() { return data_; }                              ///< Pointer into `Memory`.
  const T* data() const { return data_; }                  ///< Pointer into `Memory`.
  std::size_t size() const { return size_; }               ///< In elements.
  std::size_t bytes() const { return size_ * sizeof(T); }  ///< In bytes.

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// `size` elements of T in device memory.
template <class T>
class DeviceBuffer : public Buffer<T, DeviceMemory> {
 public:
  using Buffer<T, DeviceMemory>::Buffer;
  /// Allocates as many elements as `host` has and uploads them.
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) { copy_from(host); }

  /// Fills every byte with 0xFF, which is NaN for floating-point types: an element that a kernel
  /// forgets to write then fails the comparison.
  void poison() { CUDA_CHECK(cudaMemset(this->data(), 0xFF, this->bytes())); }

  /// Uploads `host`, which must have size() elements; ends the program otherwise.
  void copy_from(const std::vector<T>& host) {
    if (host.size() != this->size()) {
      std::fprintf(stderr, "DeviceBuffer::copy_from: the vector has %zu elements, the buffer %zu\n",
                   host.size(), this->size());
      std::exit(EXIT_FAILURE);
    }
    CUDA_CHECK(cudaMemcpy(this->data(), host.data(), this->bytes(), cudaMemcpyHostToDevice));
  }

  /// Downloads all elements; waits for the work before it on the default stream.
  std::vector<T> to_host() const {
    std::vector<T> host(this->size());
    CUDA_CHECK(cudaMemcpy(host.data(), this->data(), this->bytes(), cudaMemcpyDeviceToHost));
    return host;
  }
};

/// A Buffer whose elements the host can reach one by one.
template <class T, class Memory>
class HostBuffer : public Buffer<T, Memory> {
 public:
  using Buffer<T, Memory>::Buffer;
  T& operator[](std::size_t i) { return this->data()[i]; }
  const T& operator[](std::size_t i) const { return this->data()[i]; }
  T* begin() { return this->data(); }
  T* end() { return this->data() + this->size(); }
  const T* begin() const { return this->data(); }
  const T* end() const { return this->data() + this->size(); }
};

/// `size` elements of T in page-locked host memory.
template <class T>
using PinnedBuffer = HostBuffer<T, PinnedMemory>;

}  // namespace cm
