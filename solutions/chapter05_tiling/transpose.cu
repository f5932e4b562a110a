// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Transpose a matrix through a tile, without a conflict.
//
// Task:   write transpose so that each sector is moved once and no bank is asked twice.
// Build:  nvcc -std=c++17 transpose.cu -o transpose
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./transpose    prints a line for each size, or one that begins with FAIL
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
constexpr Shape kShapes[] = {{1, 1}, {32, 32}, {33, 31}, {1, 500}, {500, 1}, {1000, 777}};
constexpr int kTile = 32;
constexpr int kRowsAtOnce = 8;  // blocks of kTile x kRowsAtOnce threads
constexpr unsigned kSeed = 20240505 + VARIANT;

// [exercise]
/// out[column][row] = in[row][column]. A block of kTile x kRowsAtOnce threads moves the tile of
/// kTile x kTile elements that begins at row kTile * blockIdx.y and column kTile * blockIdx.x.
__global__ void transpose(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kTile][kTile + 1];  // the column more moves each row to other banks
  const int first_row = blockIdx.y * kTile;
  const int first_column = blockIdx.x * kTile;
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    const int row = first_row + y;
    const int column = first_column + threadIdx.x;
    if (row < rows && column < columns) {
      tile[y][threadIdx.x] = in[static_cast<std::size_t>(row) * columns + column];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    const int row = first_column + y;  // of the output
    const int column = first_row + threadIdx.x;
    if (row < columns && column < rows) {
      out[static_cast<std::size_t>(row) * rows + column] = tile[threadIdx.x][y];
    }
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
  const std::vector<float> in = random_floats(count);
  float* d_in = to_device(in);
  float* d_out = to_device(std::vector<float>(count, 2.0f));
  const dim3 block(kTile, kRowsAtOnce);
  const dim3 grid((shape.columns + kTile - 1) / kTile, (shape.rows + kTile - 1) / kTile);
  transpose<<<grid, block>>>(d_out, d_in, shape.rows, shape.columns);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> out = take_back(d_out, count);
  for (std::size_t i = 0; i < count; ++i) {
    const float want = in[i % shape.rows * shape.columns + i / shape.rows];
    if (!(out[i] == want)) {  // a NaN fails, too
      std::printf("FAIL transpose: %d x %d: [%zu] got %g want %g\n", shape.rows, shape.columns, i,
                  out[i], want);
      return false;
    }
  }
  std::printf("%d x %d: right\n", shape.rows, shape.columns);
  return true;
}

/// A right result can be had without a tile; the task asks for one.
bool uses_a_tile() {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, transpose));
  const std::size_t least = sizeof(float) * kTile * kTile;
  if (attributes.sharedSizeBytes >= least) return true;
  std::printf("FAIL transpose: got %zu bytes of shared memory, want a tile of at least %zu\n",
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
