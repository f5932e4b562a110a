// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// One-dimensional convolution through a shared-memory tile with a halo on both sides.
//
// Task:   write conv1d so that a block loads each input it needs from global memory once.
// Build:  nvcc -std=c++17 conv1d.cu -o conv1d
// Other:  add -DVARIANT=1, 2, ... for another radius, another size and other data
// Run:    ./conv1d    prints one line a size, or a line that begins with FAIL
// Exit:   0 right, 1 wrong, 77 no usable GPU

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#ifndef VARIANT
#define VARIANT 0
#endif

constexpr int kRadius = 8 + VARIANT % 9;
constexpr int kTaps = 2 * kRadius + 1;
constexpr int kBlock = 256;
constexpr int kSizes[] = {1, 7, 255, 256, 257, 1000, (1 << 22) + 123 + VARIANT};
constexpr unsigned kSeed = 20240501 + VARIANT;

__constant__ float c_weights[kTaps];

// [exercise]
/// out[i] = sum over k in [0, kTaps) of c_weights[k] * in[i + k - kRadius], for i in [0, n).
/// Inputs outside [0, n) count as 0. Launched with blocks of kBlock threads.
__global__ void conv1d(float* out, const float* in, int n) {
  // TODO: load the block's inputs and a halo of kRadius on both sides into shared memory,
  // wait for all of it, then let each thread write one output.
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

/// `count` floats in [-1, 1), the same on every machine.
std::vector<float> random_floats(std::size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<float> values(count);
  for (float& value : values) {
    value = static_cast<float>(bits() >> 8) / 8388608.0f - 1.0f;  // 24 bits: exact
  }
  return values;
}

/// What the result must be, and how far rounding may take it from there.
struct Reference {
  double value;
  double bound;
};

Reference conv1d_reference(const std::vector<float>& in, const std::vector<float>& weights, int i) {
  double sum = 0.0;
  double magnitude = 0.0;
  for (int k = 0; k < kTaps; ++k) {
    const long long source = static_cast<long long>(i) + k - kRadius;
    if (source >= 0 && source < static_cast<long long>(in.size())) {
      const double term = static_cast<double>(weights[k]) * in[source];
      sum += term;
      magnitude += std::fabs(term);
    }
  }
  return {sum, kTaps * static_cast<double>(std::numeric_limits<float>::epsilon()) * magnitude};
}

bool matches(const std::vector<float>& out, const std::vector<float>& in,
             const std::vector<float>& weights) {
  const int n = static_cast<int>(in.size());
  for (int i = 0; i < n; ++i) {
    const Reference want = conv1d_reference(in, weights, i);
    if (!(std::fabs(out[i] - want.value) <= want.bound)) {  // a NaN fails, too
      std::printf("FAIL conv1d: n %d: [%d] got %g want %g\n", n, i, out[i], want.value);
      return false;
    }
  }
  for (std::size_t i = in.size(); i < out.size(); ++i) {
    if (!std::isnan(out[i])) {
      std::printf("FAIL conv1d: n %d: wrote [%zu], past the end\n", n, i);
      return false;
    }
  }
  return true;
}

bool kernel_passes(int n, const std::vector<float>& weights) {
  const std::vector<float> in = random_floats(n, kSeed + 1);
  std::vector<float> out(n + kBlock);  // the last kBlock must stay as they are
  float* d_in = nullptr;
  float* d_out = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_out, out.size() * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(d_out, 0xFF, out.size() * sizeof(float)));  // every float a NaN
  conv1d<<<(n + kBlock - 1) / kBlock, kBlock>>>(d_out, d_in, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_out));
  return matches(out, in, weights);
}

/// A correct result can be had without a tile; the task asks for one.
bool uses_a_tile() {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, conv1d));
  const std::size_t least = sizeof(float) * (kBlock + 2 * kRadius);
  if (attributes.sharedSizeBytes < least) {
    std::printf("FAIL conv1d: got %zu bytes of shared memory, want a tile of at least %zu\n",
                attributes.sharedSizeBytes, least);
    return false;
  }
  return true;
}

bool gpu_present() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) {
    return true;
  }
  std::printf("SKIPPED: no usable GPU (%s)\n", cudaGetErrorName(status));
  return false;
}

int main() {
  if (!gpu_present()) {
    return 77;
  }
  const std::vector<float> weights = random_floats(kTaps, kSeed);
  CUDA_CHECK(cudaMemcpyToSymbol(c_weights, weights.data(), sizeof(c_weights)));
  for (const int n : kSizes) {
    if (!kernel_passes(n, weights)) {
      return 1;
    }
    std::printf("n %d: right\n", n);
  }
  return uses_a_tile() ? 0 : 1;
}
