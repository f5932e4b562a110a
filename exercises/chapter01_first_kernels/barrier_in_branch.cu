// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A barrier that half of the block never reaches.
//
// Task:   mend reverse: no thread may wait for one that does not come.
// Build:  nvcc -std=c++17 barrier_in_branch.cu -o barrier_in_branch
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./barrier_in_branch    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {0, 1, 100, 256, 300, 10000};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240515 + VARIANT;

// [exercise]
/// Turns each stretch of kBlock elements round: its last element comes first. The last stretch
/// may be shorter. Any number of blocks of kBlock threads.
__global__ void reverse(float* out, const float* in, int n) {
  // TODO: in the last stretch some threads wait at one barrier, and the others at another one.
  __shared__ float stretch[kBlock];
  const int t = threadIdx.x;
  for (int first = blockIdx.x * kBlock; first < n; first += gridDim.x * kBlock) {
    const int length = min(kBlock, n - first);
    if (t < length) {
      stretch[t] = in[first + t];
      __syncthreads();
      out[first + t] = stretch[length - 1 - t];
    }
    __syncthreads();  // the next stretch overwrites this one
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
  reverse<<<3, kBlock>>>(d_out, d_in, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<float> out = take_back(d_out, in.size());
  for (int i = 0; i < n; ++i) {
    const int first = i / kBlock * kBlock;
    const float want = in[first + std::min(kBlock, n - first) - 1 - (i - first)];
    if (!(out[i] == want)) {  // a NaN fails, too
      std::printf("FAIL reverse: n %d: [%d] got %g want %g\n", n, i, out[i], want);
      return false;
    }
  }
  std::printf("n %d: right\n", n);
  return true;
}

/// The GPU may forgive a barrier in a branch. Whether it is one, the values do not tell.
void say_what_is_not_checked() {
  std::printf("a barrier in a branch does not show here: ask the judge, or\n");
  std::printf("compute-sanitizer --tool synccheck\n");
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
  say_what_is_not_checked();
  return 0;
}
