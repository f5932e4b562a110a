// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// One step of Adam that moves no byte twice.
//
// Task:   write adam.
// Build:  nvcc -std=c++17 adam.cu -o adam
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./adam    prints a line for each size, or one that begins with FAIL
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
constexpr float kKeepMean = 0.9f;
constexpr float kKeepSquare = 0.999f;
constexpr float kTiny = 1e-8f;
constexpr float kRate = 1e-3f;
constexpr unsigned kSeed = 20240521 + VARIANT;

// [exercise]
/// One step of Adam for each of n parameters, with the gradient g:
///   mean = kKeepMean * mean + (1 - kKeepMean) * g
///   square = kKeepSquare * square + (1 - kKeepSquare) * g * g
///   weight = weight - rate * mean / (sqrt(square) + kTiny)
/// Blocks of kBlock threads, one thread a parameter.
__global__ void adam(float* weight, float* mean, float* square, const float* gradient, int n,
                     float rate) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  // Each state is read once and written once; what lies between stays in registers.
  const float g = gradient[i];
  const float new_mean = kKeepMean * mean[i] + (1.0f - kKeepMean) * g;
  const float new_square = kKeepSquare * square[i] + (1.0f - kKeepSquare) * g * g;
  mean[i] = new_mean;
  square[i] = new_square;
  weight[i] -= rate * new_mean / (sqrtf(new_square) + kTiny);
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

bool is_close(const char* what, int n, int i, double got, double want) {
  if (std::fabs(got - want) <= 1e-5 * (1 + std::fabs(want))) return true;  // a NaN fails
  std::printf("FAIL %s: n=%d: [%d] got %g want %g\n", what, n, i, got, want);
  return false;
}

bool passes(int n) {
  const std::vector<float> weight = random_floats(n, kSeed);
  const std::vector<float> mean = random_floats(n, kSeed + 1);
  std::vector<float> square = random_floats(n, kSeed + 2);
  for (float& value : square) value = std::fabs(value);
  const std::vector<float> gradient = random_floats(n, kSeed + 3);
  float* d_weight = to_device(weight);
  float* d_mean = to_device(mean);
  float* d_square = to_device(square);
  float* d_gradient = to_device(gradient);
  adam<<<(n + kBlock - 1) / kBlock, kBlock>>>(d_weight, d_mean, d_square, d_gradient, n, kRate);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<float> got_weight = take_back(d_weight, n);
  const std::vector<float> got_mean = take_back(d_mean, n);
  const std::vector<float> got_square = take_back(d_square, n);
  CUDA_CHECK(cudaFree(d_gradient));
  for (int i = 0; i < n; ++i) {
    const double g = gradient[i];
    const double want_mean = kKeepMean * static_cast<double>(mean[i]) + (1.0 - kKeepMean) * g;
    const double want_square =
        kKeepSquare * static_cast<double>(square[i]) + (1.0 - kKeepSquare) * g * g;
    const double want_weight = weight[i] - kRate * want_mean / (std::sqrt(want_square) + kTiny);
    if (!is_close("mean", n, i, got_mean[i], want_mean) ||
        !is_close("square", n, i, got_square[i], want_square) ||
        !is_close("weight", n, i, got_weight[i], want_weight)) {
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
