// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// The softmax of each row with the largest value and the sum in one pass.
//
// Task:   write softmax; it reads each value twice, not three times.
// Build:  nvcc -std=c++17 online_softmax.cu -o online_softmax
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./online_softmax    prints a line for each size, or one that begins with FAIL
// Exit:   0 right, 1 wrong, 77 no usable GPU

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#ifndef VARIANT
#define VARIANT 0
#endif

struct Shape {
  int rows, columns;
};
constexpr Shape kShapes[] = {{1, 1}, {3, 32}, {5, 100}, {7, 128}, {40, 129}, {20, 1000}};
constexpr int kBlock = 128;
constexpr unsigned kSeed = 20240529 + VARIANT;

// [exercise]
/// For each row r and column k: out[r][k] = exp(in[r][k]) / (sum over j of exp(in[r][j])).
/// Block r works on row r, with kBlock threads; columns >= 1. The values may be as large as 1000.
/// Each value is read twice: once for the largest value and the sum together, once for the result.
__global__ void softmax(float* out, const float* in, int columns) {
  // TODO: keep the largest value so far, and the sum of exp(value - largest) of the values so far.
  // What happens to the sum when a larger value comes? How are two such pairs combined?
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

bool passes(Shape shape) {
  const std::size_t count = static_cast<std::size_t>(shape.rows) * shape.columns;
  std::vector<float> in = random_floats(count);
  for (float& value : in) value *= 1000.0f;
  float* d_in = to_device(in);
  float* d_out = to_device(std::vector<float>(count, std::nanf("")));
  softmax<<<shape.rows, kBlock>>>(d_out, d_in, shape.columns);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> out = take_back(d_out, count);
  for (int row = 0; row < shape.rows; ++row) {
    const float* x = in.data() + static_cast<std::size_t>(row) * shape.columns;
    const double largest = *std::max_element(x, x + shape.columns);
    double sum = 0;
    for (int k = 0; k < shape.columns; ++k) sum += std::exp(x[k] - largest);
    for (int k = 0; k < shape.columns; ++k) {
      const double want = std::exp(x[k] - largest) / sum;
      const double got = out[static_cast<std::size_t>(row) * shape.columns + k];
      if (!(std::fabs(got - want) <= 1e-5 * want + 1e-30)) {  // a NaN fails, too
        std::printf("FAIL softmax: %d x %d: [%d][%d] got %g want %g\n", shape.rows, shape.columns,
                    row, k, got, want);
        return false;
      }
    }
  }
  std::printf("%d x %d: right\n", shape.rows, shape.columns);
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
  for (const Shape shape : kShapes) {
    if (!passes(shape)) return 1;
  }
  return 0;
}
