// SPDX-License-Identifier: MIT
//
// What the cases share: device buffers that free themselves, filled with distinct values, since
// races between equal values are no errors.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// Device memory of `count` elements without a value.
template <class T>
class Device {
 public:
  explicit Device(std::size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
  ~Device() {
    if (std::getenv("CASE_DIGEST") != nullptr) print_digest();
    cudaFree(data_);
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  operator T*() const { return data_; }
  std::vector<T> host() const {
    std::vector<T> values(count_);
    cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }

 protected:
  T* data_ = nullptr;
  std::size_t count_;

 private:
  /// One number for the contents, by which a changed kernel that gives other values is known.
  void print_digest() const {
    std::vector<unsigned char> bytes(count_ * sizeof(T));
    cudaMemcpy(bytes.data(), data_, bytes.size(), cudaMemcpyDeviceToHost);
    unsigned long long digest = 0xcbf29ce484222325ull;
    for (const unsigned char byte : bytes) digest = (digest ^ byte) * 0x100000001b3ull;
    std::printf("digest %016llx\n", digest);
  }
};

/// Device memory with the values 1, 2, 3, …
template <class T>
class Filled : public Device<T> {
 public:
  explicit Filled(std::size_t count) : Device<T>(count) {
    std::vector<T> values(count);
    for (std::size_t k = 0; k < count; ++k) values[k] = static_cast<T>(k + 1);
    cudaMemcpy(this->data_, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
};

/// Device memory with zero bytes.
template <class T>
class Zeroed : public Device<T> {
 public:
  explicit Zeroed(std::size_t count) : Device<T>(count) {
    cudaMemset(this->data_, 0, count * sizeof(T));
  }
};

/// Waits for the launches; the program's exit code.
inline int finish() { return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1; }
