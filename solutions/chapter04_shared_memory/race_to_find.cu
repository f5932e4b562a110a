// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A smoothing that is right on most days.
//
// Task:   find the two places where threads do not wait for each other, and mend them.
// Build:  nvcc -std=c++17 race_to_find.cu -o race_to_find
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./race_to_find    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {0, 1, 255, 256, 257, 10007};
constexpr int kRounds[] = {0, 1, 2, 7};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240514 + VARIANT;

// [exercise]
/// Smooths each stretch of kBlock elements by itself, `rounds` times: an element becomes the mean
/// of itself and its two neighbours in the stretch; the first and the last element stay.
/// What lies beyond n counts as 0. Blocks have kBlock threads.
__global__ void smooth(float* out, const float* in, int n, int rounds) {
  __shared__ float line[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  const bool inner = t > 0 && t < kBlock - 1;
  line[t] = i < n ? in[i] : 0.0f;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();  // all of the last round is written
    const float mean = inner ? (line[t - 1] + line[t] + line[t + 1]) / 3.0f : line[t];
    __syncthreads();  // all of it is read
    line[t] = mean;
  }
  if (i < n) out[i] = line[t];
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

bool passes(int n, int rounds) {
  const std::vector<float> in = random_floats(static_cast<std::size_t>(n) + 1);
  float* d_in = to_device(in);
  float* d_out = to_device(std::vector<float>(in.size(), std::nanf("")));
  smooth<<<n / kBlock + 1, kBlock>>>(d_out, d_in, n, rounds);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> out = take_back(d_out, in.size());
  for (int first = 0; first < n; first += kBlock) {
    std::vector<double> line(kBlock, 0.0);
    for (int t = 0; t < kBlock && first + t < n; ++t) line[t] = in[first + t];
    for (int round = 0; round < rounds; ++round) {
      const std::vector<double> before = line;
      for (int t = 1; t < kBlock - 1; ++t) {
        line[t] = (before[t - 1] + before[t] + before[t + 1]) / 3.0;
      }
    }
    for (int t = 0; t < kBlock && first + t < n; ++t) {
      if (!(std::fabs(out[first + t] - line[t]) <= 1e-5)) {  // a NaN fails, too
        std::printf("FAIL smooth: n %d, %d rounds: [%d] got %g want %g\n", n, rounds, first + t,
                    out[first + t], line[t]);
        return false;
      }
    }
  }
  std::printf("n %d, %d rounds: right\n", n, rounds);
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
    for (const int rounds : kRounds) {
      if (!passes(n, rounds)) return 1;
    }
  }
  return 0;
}
