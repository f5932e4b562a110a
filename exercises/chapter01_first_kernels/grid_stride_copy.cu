// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A copy of any length by a grid of any size.
//
// Task:   write copy so that each launch copies all n elements, whatever the grid.
// Build:  nvcc -std=c++17 grid_stride_copy.cu -o grid_stride_copy
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./grid_stride_copy    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {0, 1, 31, 1000, 123457};
constexpr int kGrids[] = {1, 3, 40};
constexpr int kBlock = 128;
constexpr unsigned kSeed = 20240501 + VARIANT;

// [exercise]
/// out[i] = in[i] for i in [0, n). May be launched with any number of blocks of any size:
/// fewer threads than elements, or more.
__global__ void copy(float* out, const float* in, int n) {
  // TODO: a thread begins at its own index. How far is it to the next element that is its own?
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
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

bool passes(int n, int blocks) {
  const std::vector<float> in = random_floats(static_cast<std::size_t>(n) + 1);
  std::vector<float> untouched(in.size(), std::nanf(""));
  float* d_in = to_device(in);
  float* d_out = to_device(untouched);
  copy<<<blocks, kBlock>>>(d_out, d_in, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> out = take_back(d_out, in.size());
  for (int i = 0; i < n; ++i) {
    if (!(out[i] == in[i])) {  // a NaN fails, too
      std::printf("FAIL copy: n %d, %d blocks: [%d] got %g want %g\n", n, blocks, i, out[i], in[i]);
      return false;
    }
  }
  if (!std::isnan(out[n])) {
    std::printf("FAIL copy: n %d, %d blocks: wrote [%d], past the end\n", n, blocks, n);
    return false;
  }
  std::printf("n %d, %d blocks: right\n", n, blocks);
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
    for (const int blocks : kGrids) {
      if (!passes(n, blocks)) return 1;
    }
  }
  return 0;
}
