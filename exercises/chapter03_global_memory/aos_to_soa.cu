// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Points of three floats, taken apart without wasting sectors.
//
// Task:   write split so that each sector is fetched once.
// Build:  nvcc -std=c++17 aos_to_soa.cu -o aos_to_soa
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./aos_to_soa    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {0, 1, 255, 256, 257, 100003};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240504 + VARIANT;

struct Point {
  float x, y, z;
};

// [exercise]
/// x[i], y[i], z[i] = points[i] for i in [0, n). Launched with blocks of kBlock threads, one
/// thread a point.
__global__ void split(float* x, float* y, float* z, const Point* points, int n) {
  // TODO: this is right, but lanes lie 12 bytes apart. Let neighbours load neighbouring floats,
  // and sort them out in shared memory.
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    x[i] = points[i].x;
    y[i] = points[i].y;
    z[i] = points[i].z;
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
  const std::vector<float> floats = random_floats(3 * static_cast<std::size_t>(n) + 3);
  float* d_points = to_device(floats);
  float* d_out[3];
  for (float*& d : d_out) d = to_device(std::vector<float>(n + 1, 2.0f));
  split<<<(n + kBlock) / kBlock, kBlock>>>(d_out[0], d_out[1], d_out[2],
                                           reinterpret_cast<const Point*>(d_points), n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_points));
  for (int part = 0; part < 3; ++part) {
    const std::vector<float> out = take_back(d_out[part], n + 1);
    for (int i = 0; i <= n; ++i) {
      const float want = i < n ? floats[3 * i + part] : 2.0f;
      if (!(out[i] == want)) {  // a NaN fails, too
        std::printf("FAIL split: n %d: %c[%d] got %g want %g\n", n, 'x' + part, i, out[i], want);
        return false;
      }
    }
  }
  std::printf("n %d: right\n", n);
  return true;
}

/// A right result can be had without staging; the task asks for it.
bool is_staged() {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, split));
  if (attributes.sharedSizeBytes > 0) return true;
  std::printf("FAIL split: got no shared memory, want a place to stage the block's points\n");
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
  for (const int n : kSizes) {
    if (!passes(n)) return 1;
  }
  return is_staged() ? 0 : 1;
}
