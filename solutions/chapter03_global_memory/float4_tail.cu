// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Scale an array, 16 bytes at a time, and mind the tail.
//
// Task:   write scale with loads and stores of a float4, also where n is no multiple of 4.
// Build:  nvcc -std=c++17 float4_tail.cu -o float4_tail
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./float4_tail    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {0, 1, 3, 4, 5, 1000, 1000003};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240503 + VARIANT;

// [exercise]
/// out[i] = factor * in[i] for i in [0, n). Both arrays begin at a multiple of 16 bytes.
/// Launched with at least one thread for each four elements.
__global__ void scale(float* out, const float* in, float factor, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= n) {
    const float4 v = *reinterpret_cast<const float4*>(in + first);
    *reinterpret_cast<float4*>(out + first) =
        make_float4(factor * v.x, factor * v.y, factor * v.z, factor * v.w);
  } else {
    for (int i = first; i < n; ++i) out[i] = factor * in[i];  // at most three
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

/// `count` floats in [-1, 1), the same on every machine.
std::vector<float> random_floats(std::size_t count) {
  std::mt19937 bits(kSeed);
  std::vector<float> values(count);
  for (float& value : values) {
    value = static_cast<float>(bits() >> 8) / 8388608.0f - 1.0f;  // 24 bits: exact
  }
  return values;
}

bool passes(int n) {
  constexpr float kFactor = 1.5f;
  const std::vector<float> in = random_floats(static_cast<std::size_t>(n) + 4);
  float* d_in = to_device(in);
  float* d_out = to_device(std::vector<float>(in.size(), std::nanf("")));
  scale<<<(n / 4 + kBlock) / kBlock, kBlock>>>(d_out, d_in, kFactor, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> out = take_back(d_out, in.size());
  for (int i = 0; i < n; ++i) {
    if (!(out[i] == kFactor * in[i])) {  // a NaN fails, too
      std::printf("FAIL scale: n %d: [%d] got %g want %g\n", n, i, out[i], kFactor * in[i]);
      return false;
    }
  }
  for (int i = n; i < n + 4; ++i) {
    if (!std::isnan(out[i])) {
      std::printf("FAIL scale: n %d: wrote [%d], past the end\n", n, i);
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
