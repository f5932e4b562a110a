// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A small array that lives in local memory for no good reason.
//
// Task:   write rank so that the array needs no local memory.
// Build:  nvcc -std=c++17 array_in_registers.cu -o array_in_registers
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./array_in_registers    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {0, 1, 255, 256, 100003};
constexpr int kBlock = 256;
constexpr int kWindow = 8;
constexpr unsigned kSeed = 20240520 + VARIANT;

// [exercise]
/// out[i] = how many of in[i + 1], ..., in[i + kWindow - 1] are less than in[i], for i in [0, n);
/// in has n + kWindow - 1 elements. Launched with at least n threads.
__global__ void rank(int* out, const float* in, int n) {
  // TODO: this is right. But `start` is known only when the kernel runs, so the array cannot lie in
  // registers: a register has no index.
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float window[kWindow];
  const int start = i % kWindow;
  for (int k = 0; k < kWindow; ++k) window[(start + k) % kWindow] = in[i + k];
  int less = 0;
  for (int k = 1; k < kWindow; ++k) {
    if (window[(start + k) % kWindow] < window[start]) ++less;
  }
  out[i] = less;
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
  const std::vector<float> in = random_floats(static_cast<std::size_t>(n) + kWindow);
  float* d_in = to_device(in);
  int* d_out = to_device(std::vector<int>(static_cast<std::size_t>(n) + 1, -1));
  rank<<<n / kBlock + 1, kBlock>>>(d_out, d_in, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  const std::vector<int> out = take_back(d_out, static_cast<std::size_t>(n) + 1);
  for (int i = 0; i <= n; ++i) {
    int want = i < n ? 0 : -1;
    for (int k = 1; k < kWindow && i < n; ++k) want += in[i + k] < in[i] ? 1 : 0;
    if (out[i] != want) {
      std::printf("FAIL rank: n %d: [%d] got %d want %d\n", n, i, out[i], want);
      return false;
    }
  }
  std::printf("n %d: right\n", n);
  return true;
}

/// A right result can be had with local memory; the task asks for none.
bool needs_no_local_memory() {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, rank));
  if (attributes.localSizeBytes == 0) return true;
  std::printf("FAIL rank: got %zu bytes of local memory for each thread, want none\n",
              attributes.localSizeBytes);
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
  return needs_no_local_memory() ? 0 : 1;
}
