// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// The sum of a block, three ways.
//
// Task:   write the three kernels; each block adds up its own 256 elements.
// Build:  nvcc -std=c++17 block_sum.cu -o block_sum
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./block_sum    prints a line for each size, or one that begins with FAIL
// Exit:   0 right, 1 wrong, 77 no usable GPU

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#ifndef VARIANT
#define VARIANT 0
#endif

constexpr int kSizes[] = {0, 1, 32, 255, 256, 257, 100003};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240509 + VARIANT;

// [exercise]
// Each kernel writes sums[b] = in[kBlock * b] + ... + in[kBlock * b + kBlock - 1] for each block b;
// what lies beyond n counts as 0. Blocks have kBlock threads.

/// A tree in shared memory: 128 threads add, then 64, then 32, ...
__global__ void sum_tree(float* sums, const float* in, int n) {
  // TODO
}

/// Each warp adds with shuffles; then the first warp adds the sums of the warps.
__global__ void sum_shuffle(float* sums, const float* in, int n) {
  // TODO
}

/// Each warp adds with shuffles, and adds its sum to the block's with one atomic.
__global__ void sum_atomic(float* sums, const float* in, int n) {
  // TODO
}
// [/exercise]

#define CUDA_CHECK(call)                                                                       \
  do {                                                                                         \
    const cudaError_t status = (call);                                                         \
    if (status != cudaSuccess) {                                                               \
      std::printf("%s:%d: %s in %s\n", __FILE__, __LINE__, cudaGetErrorString(status), #call); \
      std::exit(1);                                                                            \
    }                                                                                          \
  } while (false)

/// A new array on the GPU with the contents of `host`.
template <class T>
T* to_device(const std::vector<T>& host) {
  T* device = nullptr;
  CUDA_CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

/// The contents of an array on the GPU, which is freed.
template <class T>
std::vector<T> take_back(T* device, std::size_t count) {
  std::vector<T> host(count);
  CUDA_CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device));
  return host;
}

/// `count` floats in [-1, 1), the same on every machine.
std::vector<float> random_floats(std::size_t count) {
  std::mt19937 bits(kSeed);
  std::vector<float> values(count);
  for (float& value : values) {
    value = static_cast<float>(bits() >> 8) / 8388608.0f - 1.0f;  // 24 bits: exact
  }
  return values;
}

using Kernel = void (*)(float*, const float*, int);

bool passes(const char* name, Kernel kernel, int n) {
  const std::vector<float> in = random_floats(static_cast<std::size_t>(n) + 1);
  const int blocks = n / kBlock + 1;
  float* d_in = to_device(in);
  float* d_sums = to_device(std::vector<float>(blocks, std::nanf("")));
  kernel<<<blocks, kBlock>>>(d_sums, d_in, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> sums = take_back(d_sums, blocks);
  for (int b = 0; b < blocks; ++b) {
    double want = 0;
    for (int i = b * kBlock; i < n && i < (b + 1) * kBlock; ++i) want += in[i];
    if (!(std::fabs(sums[b] - want) <= 1e-4)) {  // 256 values below 1; a NaN fails, too
      std::printf("FAIL %s: n %d: block %d got %g want %g\n", name, n, b, sums[b], want);
      return false;
    }
  }
  std::printf("%s: n %d: right\n", name, n);
  return true;
}

bool gpu_present() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) return true;
  std::printf("SKIPPED: no usable GPU (%s)\n", cudaGetErrorName(status));
  return false;
}

int main() {
  if (!gpu_present()) return 77;
  for (const int n : kSizes) {
    const bool right = passes("sum_tree", sum_tree, n) && passes("sum_shuffle", sum_shuffle, n) &&
                       passes("sum_atomic", sum_atomic, n);
    if (!right) return 1;
  }
  return 0;
}
