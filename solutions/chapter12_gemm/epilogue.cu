// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// How a product of matrices ends: alpha, beta, and what was there before.
//
// Task:   write finish.
// Build:  nvcc -std=c++17 epilogue.cu -o epilogue
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./epilogue    prints a line for each size, or one that begins with FAIL
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
constexpr unsigned kSeed = 20240602 + VARIANT;

// [exercise]
/// c[i] = alpha * product[i] + beta * c[i] for i in [0, n), as BLAS has it: where beta is 0, what c
/// holds is not read and means nothing, be it no number. Blocks of kBlock threads, one thread an
/// element.
__global__ void finish(float* c, const float* product, int n, float alpha, float beta) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float result = alpha * product[i];
  if (beta != 0.0f) result += beta * c[i];  // 0 times what is no number is no number
  c[i] = result;
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

bool passes(int n, float alpha, float beta) {
  const std::vector<float> product = random_floats(n, kSeed);
  std::vector<float> c = random_floats(n, kSeed + 1);
  if (beta == 0.0f) c.assign(n, std::nanf(""));  // must not matter
  float* d_product = to_device(product);
  float* d_c = to_device(c);
  finish<<<(n + kBlock - 1) / kBlock, kBlock>>>(d_c, d_product, n, alpha, beta);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<float> got = take_back(d_c, n);
  CUDA_CHECK(cudaFree(d_product));
  for (int i = 0; i < n; ++i) {
    double want = static_cast<double>(alpha) * product[i];
    if (beta != 0.0f) want += static_cast<double>(beta) * c[i];
    if (!(std::fabs(got[i] - want) <= 1e-6)) {  // a NaN fails, too
      std::printf("FAIL finish: n=%d, beta=%g: [%d] got %g want %g\n", n, beta, i, got[i], want);
      return false;
    }
  }
  std::printf("n=%d, alpha=%g, beta=%g: right\n", n, alpha, beta);
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
    if (!passes(n, 1.0f, 0.0f) || !passes(n, 0.5f, -2.0f)) return 1;
  }
  return 0;
}
