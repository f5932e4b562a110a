// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A tiled product of two matrices with sums in registers.
//
// Task:   write multiply so that an element of a tile is read once for four products.
// Build:  nvcc -std=c++17 register_tiles.cu -o register_tiles
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./register_tiles    prints a line for each size, or one that begins with FAIL
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
  int rows, columns, inner;
};
constexpr Shape kShapes[] = {{1, 1, 1}, {64, 64, 16}, {65, 130 + VARIANT, 33}, {100, 1, 64}};
constexpr int kThreads = 16;  // blocks of kThreads x kThreads threads
constexpr int kEach = 4;
constexpr int kTile = kThreads * kEach;
constexpr int kDepth = 16;  // of the inner dimension at a time
constexpr unsigned kSeed = 20240523 + VARIANT;

// [exercise]
/// c = a * b, where a has `rows` rows of `inner` elements, b `inner` rows of `columns`, and c
/// `rows` rows of `columns`. Blocks of kThreads x kThreads threads; each block computes kTile x
/// kTile elements of c, each thread kEach x kEach of them.
__global__ void multiply(float* c, const float* a, const float* b, int rows, int columns,
                         int inner) {
  // TODO: as in the tiled product, but each thread keeps kEach x kEach sums in registers. For each
  // k it reads kEach elements of each tile, and uses each of them kEach times.
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

bool passes(Shape s) {
  const std::vector<float> a = random_floats(static_cast<std::size_t>(s.rows) * s.inner);
  std::vector<float> b = random_floats(static_cast<std::size_t>(s.inner) * s.columns + 1);
  b.erase(b.begin());  // other values than those of a
  float* d_a = to_device(a);
  float* d_b = to_device(b);
  const std::size_t count = static_cast<std::size_t>(s.rows) * s.columns;
  float* d_c = to_device(std::vector<float>(count, std::nanf("")));
  const dim3 block(kThreads, kThreads);
  const dim3 grid((s.columns + kTile - 1) / kTile, (s.rows + kTile - 1) / kTile);
  multiply<<<grid, block>>>(d_c, d_a, d_b, s.rows, s.columns, s.inner);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_a));
  CUDA_CHECK(cudaFree(d_b));
  const std::vector<float> c = take_back(d_c, count);
  for (std::size_t i = 0; i < count; ++i) {
    double want = 0;
    for (int k = 0; k < s.inner; ++k) {
      want +=
          static_cast<double>(a[i / s.columns * s.inner + k]) * b[k * s.columns + i % s.columns];
    }
    if (!(std::fabs(c[i] - want) <= 1e-6 * s.inner)) {  // a NaN fails, too
      std::printf("FAIL multiply: %d x %d x %d: [%zu] got %g want %g\n", s.rows, s.columns, s.inner,
                  i, c[i], want);
      return false;
    }
  }
  std::printf("%d x %d x %d: right\n", s.rows, s.columns, s.inner);
  return true;
}

/// A right result can be had without tiles; the task asks for them.
bool uses_tiles() {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, multiply));
  const std::size_t least = 2 * sizeof(float) * kTile * kDepth;
  if (attributes.sharedSizeBytes >= least) return true;
  std::printf("FAIL multiply: got %zu bytes of shared memory, want two tiles, %zu\n",
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
  return uses_tiles() ? 0 : 1;
}
