// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Three wrong indices in a sum of two matrices.
//
// Task:   find and mend the three mistakes in add.
// Build:  nvcc -std=c++17 index_bugs.cu -o index_bugs
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./index_bugs    prints a line for each size, or one that begins with FAIL
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

struct Shape {
  int rows, columns;
};
constexpr Shape kShapes[] = {{1, 1}, {16, 16}, {5, 300}, {300, 5}, {100, 77}};
constexpr int kTile = 16;  // blocks of kTile x kTile threads
constexpr unsigned kSeed = 20240502 + VARIANT;

// [exercise]
/// out[row][column] = a[row][column] + b[row][column]; the rows lie one behind the other.
/// The grid covers the matrix: x runs along a row, y from row to row.
__global__ void add(float* out, const float* a, const float* b, int rows, int columns) {
  // TODO: three of these lines are wrong.
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.x + threadIdx.x;
  if (row < rows || column < columns) {
    out[row * rows + column] = a[row * columns + column] + b[row * columns + column];
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

bool passes(Shape shape) {
  const std::size_t count = static_cast<std::size_t>(shape.rows) * shape.columns;
  const std::vector<float> a = random_floats(count);
  const std::vector<float> b(a.rbegin(), a.rend());
  float* d_a = to_device(a);
  float* d_b = to_device(b);
  float* d_out = to_device(std::vector<float>(count, 1e30f));
  const dim3 block(kTile, kTile);
  const dim3 grid((shape.columns + kTile - 1) / kTile, (shape.rows + kTile - 1) / kTile);
  add<<<grid, block>>>(d_out, d_a, d_b, shape.rows, shape.columns);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_a));
  CUDA_CHECK(cudaFree(d_b));
  const std::vector<float> out = take_back(d_out, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!(out[i] == a[i] + b[i])) {  // a NaN fails, too
      std::printf("FAIL add: %d x %d: [%zu][%zu] got %g want %g\n", shape.rows, shape.columns,
                  i / shape.columns, i % shape.columns, out[i], a[i] + b[i]);
      return false;
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
