// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Tiles that are copied while others are used.
//
// Task:   write fold with asynchronous copies into two tiles.
// Build:  nvcc -std=c++17 double_buffer.cu -o double_buffer
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./double_buffer    prints a line for each size, or one that begins with FAIL
// Exit:   0 right, 1 wrong, 77 no usable GPU

#include <cuda_pipeline.h>
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

constexpr int kTile = 128;
constexpr int kTiles[] = {1, 2, 7, 100 + VARIANT};
constexpr int kBlocks = 3;
constexpr unsigned kSeed = 20240527 + VARIANT;

// [exercise]
/// Begins to copy a tile; one float a thread.
__device__ void begin_copy(float* tile, const float* in, int t) {
  const int e = threadIdx.x;
  __pipeline_memcpy_async(&tile[e], &in[static_cast<std::size_t>(t) * kTile + e], sizeof(float));
}

/// Turns each tile of kTile floats around, and adds what stood there:
///   out[t * kTile + e] = in[t * kTile + e] + in[t * kTile + kTile - 1 - e]
/// Blocks of kTile threads, any number of them; block b works on tiles b, b + gridDim.x, ...
/// Tiles come into shared memory by asynchronous copies, the next one while this one is used.
__global__ void fold(float* out, const float* in, int tiles) {
  __shared__ float tile[2][kTile];
  const int e = threadIdx.x;
  int at = 0;
  if (blockIdx.x < tiles) begin_copy(tile[0], in, blockIdx.x);
  __pipeline_commit();
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int next = t + gridDim.x;
    if (next < tiles) begin_copy(tile[at ^ 1], in, next);
    __pipeline_commit();       // of nothing, if there is no next tile: then it is over at once
    __pipeline_wait_prior(1);  // all copies of this thread but those of the last commit are over
    __syncthreads();           // and those of the other threads
    out[static_cast<std::size_t>(t) * kTile + e] = tile[at][e] + tile[at][kTile - 1 - e];
    __syncthreads();  // nobody reads this tile any more: the copy after next may come
    at ^= 1;
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

bool passes(int tiles) {
  const std::size_t n = static_cast<std::size_t>(tiles) * kTile;
  const std::vector<float> in = random_floats(n);
  float* d_in = to_device(in);
  float* d_out = to_device(std::vector<float>(n, std::nanf("")));
  fold<<<kBlocks, kTile>>>(d_out, d_in, tiles);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<float> out = take_back(d_out, n);
  CUDA_CHECK(cudaFree(d_in));
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = i / kTile * kTile;
    const float want = in[i] + in[first + kTile - 1 - (i - first)];
    if (out[i] != want) {  // a NaN fails, too
      std::printf("FAIL fold: %d tiles: [%zu] got %g want %g\n", tiles, i, out[i], want);
      return false;
    }
  }
  std::printf("%d tiles: right\n", tiles);
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
  for (const int tiles : kTiles) {
    if (!passes(tiles)) return 1;
  }
  return 0;
}
