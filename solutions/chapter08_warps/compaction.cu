// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Keep what is positive, in any order, with one atomic a warp.
//
// Task:   write compact so that a warp asks for its places once.
// Build:  nvcc -std=c++17 compaction.cu -o compaction
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./compaction    prints a line for each size, or one that begins with FAIL
// Exit:   0 right, 1 wrong, 77 no usable GPU

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#ifndef VARIANT
#define VARIANT 0
#endif

constexpr int kSizes[] = {0, 1, 31, 1000, 1000003};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240512 + VARIANT;

// [exercise]
/// Writes the positive ones among the n values to out, in any order and without gaps, and adds
/// their number to *count, which is 0 before. Any number of blocks of kBlock threads.
__global__ void compact(int* out, int* count, const int* values, int n) {
  const int lane = threadIdx.x % 32;
  const int threads = gridDim.x * kBlock;
  const int turns = (n + threads - 1) / threads;  // the same for all: votes need whole warps
  for (int turn = 0; turn < turns; ++turn) {
    const int i = turn * threads + blockIdx.x * kBlock + threadIdx.x;
    const int value = i < n ? values[i] : 0;
    const unsigned keepers = __ballot_sync(0xFFFFFFFFu, value > 0);
    int first = 0;
    if (lane == 0 && keepers != 0) first = atomicAdd(count, __popc(keepers));
    first = __shfl_sync(0xFFFFFFFFu, first, 0);
    const unsigned before_me = keepers & ((1u << lane) - 1u);
    if (value > 0) out[first + __popc(before_me)] = value;
  }
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

bool passes(int n) {
  std::mt19937 bits(kSeed);
  std::vector<int> values(static_cast<std::size_t>(n) + 1);
  for (int& value : values) value = static_cast<int>(bits() % 2001) - 1000;
  std::vector<int> want;
  for (int i = 0; i < n; ++i) {
    if (values[i] > 0) want.push_back(values[i]);
  }
  int* d_values = to_device(values);
  int* d_out = to_device(std::vector<int>(values.size(), -1));
  int* d_count = to_device(std::vector<int>(1, 0));
  compact<<<7, kBlock>>>(d_out, d_count, d_values, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_values));
  std::vector<int> out = take_back(d_out, values.size());
  const int count = take_back(d_count, 1)[0];
  if (count != static_cast<int>(want.size())) {
    std::printf("FAIL compact: n %d: got %d values want %zu\n", n, count, want.size());
    return false;
  }
  std::sort(out.begin(), out.begin() + count);
  std::sort(want.begin(), want.end());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int wanted = i < want.size() ? want[i] : -1;
    if (out[i] != wanted) {
      std::printf("FAIL compact: n %d: value %zu in order got %d want %d\n", n, i, out[i], wanted);
      return false;
    }
  }
  std::printf("n %d: right\n", n);
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
    if (!passes(n)) return 1;
  }
  return 0;
}
