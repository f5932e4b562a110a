// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// What a texture unit does between four pixels, by hand.
//
// Task:   write sample: a bilinear read with clamped edges.
// Build:  nvcc -std=c++17 bilinear.cu -o bilinear
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./bilinear    prints a line for each size, or one that begins with FAIL
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
  int width, height;
};
constexpr Shape kShapes[] = {{1, 1}, {2, 3}, {64, 64}, {37, 200}};
constexpr int kBlock = 128;
constexpr unsigned kSeed = 20240518 + VARIANT;

// [exercise]
/// The image at the place (x, y), as a texture unit with linear filtering and clamped edges has it:
/// pixel (column, row) has its centre at (column + 0.5, row + 0.5), between centres the value
/// changes linearly in both directions, and outside the pixel at the edge counts.
__device__ float sample(const float* image, int width, int height, float x, float y) {
  const float left = floorf(x - 0.5f);  // column whose centre lies at or before x
  const float above = floorf(y - 0.5f);
  const float right_part = x - 0.5f - left;
  const float below_part = y - 0.5f - above;
  const int column0 = min(max(static_cast<int>(left), 0), width - 1);
  const int column1 = min(max(static_cast<int>(left) + 1, 0), width - 1);
  const int row0 = min(max(static_cast<int>(above), 0), height - 1);
  const int row1 = min(max(static_cast<int>(above) + 1, 0), height - 1);
  const float upper = (1.0f - right_part) * image[row0 * width + column0] +
                      right_part * image[row0 * width + column1];
  const float lower = (1.0f - right_part) * image[row1 * width + column0] +
                      right_part * image[row1 * width + column1];
  return (1.0f - below_part) * upper + below_part * lower;
}

/// out[i] = the image at (xs[i], ys[i]). At least n threads.
__global__ void sample_all(float* out, const float* image, const float* xs, const float* ys,
                           int width, int height, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sample(image, width, height, xs[i], ys[i]);
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

/// The definition: each pixel weighs by how near its centre is, with the edge repeated outside.
double reference(const std::vector<float>& image, Shape shape, double x, double y) {
  double sum = 0;
  for (int row = static_cast<int>(std::floor(y)) - 2; row <= std::floor(y) + 2; ++row) {
    for (int column = static_cast<int>(std::floor(x)) - 2; column <= std::floor(x) + 2; ++column) {
      const double part = std::max(0.0, 1 - std::fabs(x - column - 0.5)) *
                          std::max(0.0, 1 - std::fabs(y - row - 0.5));
      const int c = std::min(std::max(column, 0), shape.width - 1);
      const int r = std::min(std::max(row, 0), shape.height - 1);
      sum += part * image[static_cast<std::size_t>(r) * shape.width + c];
    }
  }
  return sum;
}

bool passes(Shape shape) {
  constexpr int kPlaces = 1000;
  const std::vector<float> image =
      random_floats(static_cast<std::size_t>(shape.width) * shape.height);
  std::vector<float> xs = random_floats(kPlaces);
  std::vector<float> ys(xs.rbegin(), xs.rend());
  for (float& x : xs) x = (x * 0.5f + 0.5f) * static_cast<float>(shape.width + 2) - 1.0f;
  for (float& y : ys) y = (y * 0.5f + 0.5f) * static_cast<float>(shape.height + 2) - 1.0f;
  float* d_image = to_device(image);
  float* d_xs = to_device(xs);
  float* d_ys = to_device(ys);
  float* d_out = to_device(std::vector<float>(kPlaces, std::nanf("")));
  sample_all<<<(kPlaces + kBlock - 1) / kBlock, kBlock>>>(d_out, d_image, d_xs, d_ys, shape.width,
                                                          shape.height, kPlaces);
  CUDA_CHECK(cudaGetLastError());
  for (float* device : {d_image, d_xs, d_ys}) CUDA_CHECK(cudaFree(device));
  const std::vector<float> out = take_back(d_out, kPlaces);
  for (int i = 0; i < kPlaces; ++i) {
    const double want = reference(image, shape, xs[i], ys[i]);
    if (!(std::fabs(out[i] - want) <= 1e-4)) {  // a NaN fails, too
      std::printf("FAIL sample: %d x %d at (%g, %g): got %g want %g\n", shape.width, shape.height,
                  xs[i], ys[i], out[i], want);
      return false;
    }
  }
  std::printf("%d x %d: right\n", shape.width, shape.height);
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
