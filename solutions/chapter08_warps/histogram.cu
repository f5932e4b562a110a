// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A histogram with a private copy for each block.
//
// Task:   write histogram so that global atomics are few.
// Build:  nvcc -std=c++17 histogram.cu -o histogram
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./histogram    prints a line for each size, or one that begins with FAIL
// Exit:   0 right, 1 wrong, 77 no usable GPU

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#ifndef VARIANT
#define VARIANT 0
#endif

constexpr int kSizes[] = {0, 1, 255, 1000, 1000003};
constexpr int kBlock = 256;
constexpr int kBins = 64;
constexpr unsigned kSeed = 20240511 + VARIANT;

// [exercise]
/// Adds to counts[v], for v in [0, kBins), how often v stands among the n values; values outside
/// of [0, kBins) are passed over. Any number of blocks of kBlock threads.
__global__ void histogram(unsigned* counts, const int* values, int n) {
  __shared__ unsigned mine[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += kBlock) mine[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    const int value = values[i];
    if (value >= 0 && value < kBins) atomicAdd(&mine[value], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += kBlock) atomicAdd(&counts[bin], mine[bin]);
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
  for (int& value : values) value = static_cast<int>(bits() % (kBins + 4)) - 2;
  std::vector<unsigned> want(kBins, 7);  // what was there before stays in
  int* d_values = to_device(values);
  unsigned* d_counts = to_device(want);
  histogram<<<5, kBlock>>>(d_counts, d_values, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_values));
  const std::vector<unsigned> counts = take_back(d_counts, kBins);
  for (int i = 0; i < n; ++i) {
    if (values[i] >= 0 && values[i] < kBins) ++want[values[i]];
  }
  for (int bin = 0; bin < kBins; ++bin) {
    if (counts[bin] != want[bin]) {
      std::printf("FAIL histogram: n %d: [%d] got %u want %u\n", n, bin, counts[bin], want[bin]);
      return false;
    }
  }
  std::printf("n %d: right\n", n);
  return true;
}

/// A right result can be had without private counts; the task asks for them.
bool counts_in_shared_memory() {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, histogram));
  if (attributes.sharedSizeBytes >= kBins * sizeof(unsigned)) return true;
  std::printf("FAIL histogram: got %zu bytes of shared memory, want room for %d counts\n",
              attributes.sharedSizeBytes, kBins);
  return false;
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
  return counts_in_shared_memory() ? 0 : 1;
}
