// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A five-point stencil through a tile with a halo.
//
// Task:   write stencil so that each sector of the input is loaded about once.
// Build:  nvcc -std=c++17 stencil2d.cu -o stencil2d
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./stencil2d    prints a line for each size, or one that begins with FAIL
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

struct Shape {
  int rows, columns;
};
constexpr Shape kShapes[] = {{1, 1}, {16, 32}, {17, 33}, {1, 200}, {200, 1}, {500, 333}};
constexpr int kWidth = 32;  // blocks of kWidth x kHeight threads
constexpr int kHeight = 16;
constexpr unsigned kSeed = 20240507 + VARIANT;

// [exercise]
/// out = in at the place, plus a quarter of the sum of its four neighbours. What lies outside the
/// matrix counts as 0. Blocks of kWidth x kHeight threads cover the matrix, x along the rows.
__global__ void stencil(float* out, const float* in, int rows, int columns) {
  // TODO: load the block's part and a ring around it into shared memory, wait, then sum.
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

float at(const std::vector<float>& in, Shape shape, int row, int column) {
  if (row < 0 || row >= shape.rows || column < 0 || column >= shape.columns) return 0.0f;
  return in[static_cast<std::size_t>(row) * shape.columns + column];
}

bool passes(Shape shape) {
  const std::size_t count = static_cast<std::size_t>(shape.rows) * shape.columns;
  const std::vector<float> in = random_floats(count);
  float* d_in = to_device(in);
  float* d_out = to_device(std::vector<float>(count, std::nanf("")));
  const dim3 block(kWidth, kHeight);
  const dim3 grid((shape.columns + kWidth - 1) / kWidth, (shape.rows + kHeight - 1) / kHeight);
  stencil<<<grid, block>>>(d_out, d_in, shape.rows, shape.columns);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> out = take_back(d_out, count);
  for (int row = 0; row < shape.rows; ++row) {
    for (int column = 0; column < shape.columns; ++column) {
      const double around = static_cast<double>(at(in, shape, row - 1, column)) +
                            at(in, shape, row + 1, column) + at(in, shape, row, column - 1) +
                            at(in, shape, row, column + 1);
      const double want = at(in, shape, row, column) + 0.25 * around;
      const double got = out[static_cast<std::size_t>(row) * shape.columns + column];
      if (!(std::fabs(got - want) <= 1e-6)) {  // values below 2; a NaN fails, too
        std::printf("FAIL stencil: %d x %d: [%d][%d] got %g want %g\n", shape.rows, shape.columns,
                    row, column, got, want);
        return false;
      }
    }
  }
  std::printf("%d x %d: right\n", shape.rows, shape.columns);
  return true;
}

/// A right result can be had without a tile; the task asks for one.
bool uses_a_tile() {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, stencil));
  const std::size_t least = sizeof(float) * kWidth * kHeight;
  if (attributes.sharedSizeBytes >= least) return true;
  std::printf("FAIL stencil: got %zu bytes of shared memory, want a tile of at least %zu\n",
              attributes.sharedSizeBytes, least);
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
  for (const Shape shape : kShapes) {
    if (!passes(shape)) return 1;
  }
  return uses_a_tile() ? 0 : 1;
}
