// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A table in constant memory that every lane reads elsewhere.
//
// Task:   write lookup so that no table in constant memory is read at 32 places at once.
// Build:  nvcc -std=c++17 table_lookup.cu -o table_lookup
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./table_lookup    prints a line for each size, or one that begins with FAIL
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

constexpr int kEntries = 256;
constexpr int kSizes[] = {0, 1, 255, 256, 100003};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240519 + VARIANT;

__constant__ float c_table[kEntries];

// [exercise]
/// out[i] = c_table[keys[i]] for i in [0, n); keys are in [0, kEntries). Blocks of kBlock threads,
/// any number of them.
__global__ void lookup(float* out, const unsigned char* keys, int n) {
  // TODO: constant memory answers one address at a time. Lanes with different keys wait in line.
  // Where would they not?
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    out[i] = c_table[keys[i]];
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

bool passes(int n, const std::vector<float>& table) {
  std::mt19937 bits(kSeed);
  std::vector<unsigned char> keys(static_cast<std::size_t>(n) + 1);
  for (unsigned char& key : keys) key = static_cast<unsigned char>(bits() % kEntries);
  unsigned char* d_keys = to_device(keys);
  float* d_out = to_device(std::vector<float>(keys.size(), std::nanf("")));
  lookup<<<4, kBlock>>>(d_out, d_keys, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_keys));
  const std::vector<float> out = take_back(d_out, keys.size());
  for (int i = 0; i < n; ++i) {
    if (!(out[i] == table[keys[i]])) {  // a NaN fails, too
      std::printf("FAIL lookup: n %d: [%d] got %g want %g\n", n, i, out[i], table[keys[i]]);
      return false;
    }
  }
  if (!std::isnan(out[n])) {
    std::printf("FAIL lookup: n %d: wrote [%d], past the end\n", n, n);
    return false;
  }
  std::printf("n %d: right\n", n);
  return true;
}

/// A right result can be had from constant memory; the task asks for another place.
bool keeps_a_copy() {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, lookup));
  if (attributes.sharedSizeBytes >= kEntries * sizeof(float)) return true;
  std::printf("FAIL lookup: got %zu bytes of shared memory, want room for the table\n",
              attributes.sharedSizeBytes);
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
  std::vector<float> table(kEntries);
  for (int k = 0; k < kEntries; ++k) table[k] = 0.5f + static_cast<float>(k * k % 251);
  CUDA_CHECK(cudaMemcpyToSymbol(c_table, table.data(), sizeof(c_table)));
  for (const int n : kSizes) {
    if (!passes(n, table)) return 1;
  }
  return keeps_a_copy() ? 0 : 1;
}
