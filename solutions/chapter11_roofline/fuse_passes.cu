// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Three passes over an array, as one.
//
// Task:   write fused.
// Build:  nvcc -std=c++17 fuse_passes.cu -o fuse_passes
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./fuse_passes    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {1, 255, 1000 + VARIANT, 100'003};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240601 + VARIANT;

// [exercise]
/// out[i] = max(0, scale * in[i] + shift[i]) * in[i] for i in [0, n), in one pass.
/// Blocks of kBlock threads, any number of them.
__global__ void fused(float* out, const float* in, const float* shift, int n, float scale) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    const float value = in[i];
    const float line = scale * value + shift[i];
    out[i] = (line > 0.0f ? line : 0.0f) * value;
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
std::vector<float> random_floats(std::size_t count, unsigned seed = kSeed) {
  std::mt19937 bits(seed);
  std::vector<float> values(count);
  for (float& value : values) {
    value = static_cast<float>(bits() >> 8) / 8388608.0f - 1.0f;  // 24 bits: exact
  }
  return values;
}

bool passes(int n) {
  constexpr float kScale = 1.5f;
  const std::vector<float> in = random_floats(n, kSeed);
  const std::vector<float> shift = random_floats(n, kSeed + 1);
  float* d_in = to_device(in);
  float* d_shift = to_device(shift);
  float* d_out = to_device(std::vector<float>(n, std::nanf("")));
  fused<<<40, kBlock>>>(d_out, d_in, d_shift, n, kScale);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<float> out = take_back(d_out, n);
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_shift));
  for (int i = 0; i < n; ++i) {
    const double want = std::fmax(0.0, static_cast<double>(kScale) * in[i] + shift[i]) * in[i];
    if (!(std::fabs(out[i] - want) <= 1e-6)) {  // a NaN fails, too
      std::printf("FAIL fused: n=%d: [%d] got %g want %g\n", n, i, out[i], want);
      return false;
    }
  }
  std::printf("n=%d: right\n", n);
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
