// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Two kinds of elements that keep a warp divided.
//
// Task:   write evaluate so that no warp has to go both ways.
// Build:  nvcc -std=c++17 divergence.cu -o divergence
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./divergence    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {0, 2, 64, 100, 1000, 100002};  // even
constexpr int kBlock = 128;
constexpr int kZero = 0;
constexpr unsigned kSeed = 20240516 + VARIANT;

/// Calls by a warp that is divided, with some of its lanes idle.
__device__ int divided_calls = 0;

__device__ void note_idle_lanes() {
  if (__popc(__activemask()) < 32) atomicAdd(&divided_calls, 1);
}

/// A polynomial for even elements, a long one.
__device__ float even_value(float x) {
  note_idle_lanes();
  float sum = 0.0f;
  for (int k = 0; k < 16; ++k) sum = sum * x + 0.5f;
  return sum;
}

/// Another one for odd elements.
__device__ float odd_value(float x) {
  note_idle_lanes();
  float sum = 1.0f;
  for (int k = 0; k < 16; ++k) sum = 0.25f - sum * x;
  return sum;
}

// [exercise]
/// out[i] = even_value(in[i]) where i is even, odd_value(in[i]) where it is odd; n is even.
/// Launched with at least n threads, in blocks of kBlock.
__global__ void evaluate(float* out, const float* in, int n) {
  // The first half of the block's warps takes the even elements, the second half the odd ones.
  const bool odd = threadIdx.x >= kBlock / 2;
  const int pair = threadIdx.x % (kBlock / 2);
  const int i = blockIdx.x * kBlock + 2 * pair + (odd ? 1 : 0);
  if (i < n) {
    if (odd) {
      out[i] = odd_value(in[i]);
    } else {
      out[i] = even_value(in[i]);
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

bool passes(int n) {
  const std::vector<float> in = random_floats(static_cast<std::size_t>(n) + 1);
  float* d_in = to_device(in);
  float* d_out = to_device(std::vector<float>(in.size(), std::nanf("")));
  evaluate<<<n / kBlock + 1, kBlock>>>(d_out, d_in, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> out = take_back(d_out, in.size());
  for (int i = 0; i < n; ++i) {
    double want = i % 2 == 0 ? 0.0 : 1.0;
    for (int k = 0; k < 16; ++k) want = i % 2 == 0 ? want * in[i] + 0.5 : 0.25 - want * in[i];
    if (!(std::fabs(out[i] - want) <= 1e-4)) {  // a NaN fails, too
      std::printf("FAIL evaluate: n %d: [%d] got %g want %g\n", n, i, out[i], want);
      return false;
    }
  }
  std::printf("n %d: right\n", n);
  return true;
}

/// A right result can be had by divided warps; the task asks for whole ones.
bool warps_stay_together() {
  constexpr int kWhole = 8 * kBlock;  // no ragged end
  CUDA_CHECK(cudaMemcpyToSymbol(divided_calls, &kZero, sizeof(int)));
  if (!passes(kWhole)) return false;
  int divided = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&divided, divided_calls, sizeof(int)));
  if (divided == 0) return true;
  std::printf("FAIL evaluate: got %d calls with idle lanes, want none\n", divided);
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
  return warps_stay_together() ? 0 : 1;
}
