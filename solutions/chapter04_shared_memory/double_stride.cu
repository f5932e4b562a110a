// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Doubles at stride 2 in shared memory: predict the wavefronts, then remove the conflict.
//
// Task:   fill in the two predictions and choose a layout, slot().
// Build:  nvcc -std=c++17 double_stride.cu -o double_stride
// Other:  add -DVARIANT=1, 2, ... for another size
// Run:    ./double_stride    prints a table, or a line that begins with FAIL
// Exit:   0 right, 1 wrong, 77 layout right but no GPU to run the kernel on

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>

#ifndef VARIANT
#define VARIANT 0
#endif

constexpr int kWarpLanes = 32;
constexpr int kBlock = 256;
constexpr int kWarps = kBlock / kWarpLanes;
constexpr int kDoubles = 2 * kWarpLanes;  // one warp's tile: re, im, re, im, ...
constexpr int kMostSlots = 96;
constexpr int kSizes[] = {1, 31, 32, 33, 1000, 100003 + VARIANT};  // complex numbers

// [exercise]
/// Wavefronts that one warp needs to read 32 doubles at this stride from shared memory.
constexpr int kWavefrontsStride1 = 2;  // 16 doubles fill all 32 banks: one pass a half-warp
constexpr int kWavefrontsStride2 = 4;  // lanes k and k + 8 meet in one pair of banks

/// Slots in a warp's tile, at least kDoubles and at most kMostSlots.
constexpr int kSlots = 64;

/// Slot that holds element i of the tile, for i in [0, kDoubles): even elements are real
/// parts, odd ones are imaginary parts. No two elements may share a slot.
__host__ __device__ constexpr int slot(int i) {
  // Real parts to the first half, imaginary parts to the second: stride 2 becomes 1.
  // Flipping bit 3 of the imaginary parts keeps the stores, which come in pairs
  // (re, im), in different banks.
  const int number = i / 2;
  return i % 2 == 0 ? number : kWarpLanes + (number ^ 8);
}
// [/exercise]

static_assert(kSlots >= kDoubles && kSlots <= kMostSlots, "kSlots is out of range");

#define CUDA_CHECK(call)                                                                       \
  do {                                                                                         \
    const cudaError_t status = (call);                                                         \
    if (status != cudaSuccess) {                                                               \
      std::printf("%s:%d: %s in %s\n", __FILE__, __LINE__, cudaGetErrorString(status), #call); \
      std::exit(1);                                                                            \
    }                                                                                          \
  } while (false)

/// Splits n complex numbers (re, im, re, im, ...) into an array of real and one of
/// imaginary parts. Global memory is read and written at stride 1 throughout.
__global__ void split_complex(double* re, double* im, const double* in, int n) {
  __shared__ double tiles[kWarps][kSlots];
  const int lane = threadIdx.x % kWarpLanes;
  double* tile = tiles[threadIdx.x / kWarpLanes];
  const int first = blockIdx.x * kBlock + threadIdx.x - lane;  // the warp's first number
  for (int i = lane; i < kDoubles; i += kWarpLanes) {
    if (2 * first + i < 2 * n) {
      tile[slot(i)] = in[2 * first + i];
    }
  }
  __syncwarp();
  if (first + lane < n) {
    re[first + lane] = tile[slot(2 * lane)];
    im[first + lane] = tile[slot(2 * lane + 1)];
  }
}

using Slots = std::array<int, kWarpLanes>;  // the slot that each lane accesses

/// Wavefronts of one access by 32 lanes to different doubles: each half-warp takes as
/// many passes as its busiest bank has different words.
int wavefronts(const Slots& slots) {
  int passes = 0;
  for (int half = 0; half < 2; ++half) {
    std::array<std::set<int>, 32> words_in_bank;
    for (int lane = half * 16; lane < half * 16 + 16; ++lane) {
      for (int word = 2 * slots[lane]; word <= 2 * slots[lane] + 1; ++word) {
        words_in_bank[word % 32].insert(word);
      }
    }
    std::size_t busiest = 0;
    for (const std::set<int>& words : words_in_bank) {
      busiest = std::max(busiest, words.size());
    }
    passes += static_cast<int>(busiest);
  }
  return passes;
}

/// The access in which lane i takes element first + i * stride, placed by `place`.
template <class Place>
Slots access(int first, int stride, Place place) {
  Slots slots{};
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    slots[lane] = place(first + lane * stride);
  }
  return slots;
}

bool equals(const char* what, int got, int want) {
  if (got == want) {
    return true;
  }
  std::printf("FAIL %s: got %d want %d\n", what, got, want);
  return false;
}

bool predictions_pass() {
  const auto in_order = [](int i) { return i; };
  return equals("kWavefrontsStride1", kWavefrontsStride1, wavefronts(access(0, 1, in_order))) &&
         equals("kWavefrontsStride2", kWavefrontsStride2, wavefronts(access(0, 2, in_order)));
}

bool slots_are_separate() {
  std::array<bool, kMostSlots> used{};
  for (int i = 0; i < kDoubles; ++i) {
    if (slot(i) < 0 || slot(i) >= kSlots) {
      std::printf("FAIL slot: element %d got slot %d want 0 to %d\n", i, slot(i), kSlots - 1);
      return false;
    }
    if (used[slot(i)]) {
      std::printf("FAIL slot: element %d got slot %d, which another element has\n", i, slot(i));
      return false;
    }
    used[slot(i)] = true;
  }
  return true;
}

bool layout_is_free_of_conflicts() {
  const auto placed = [](int i) { return slot(i); };
  const int lower = wavefronts(access(0, 1, placed));
  const int upper = wavefronts(access(kWarpLanes, 1, placed));
  return equals("wavefronts to read the real parts", wavefronts(access(0, 2, placed)), 2) &&
         equals("wavefronts to read the imaginary parts", wavefronts(access(1, 2, placed)), 2) &&
         equals("wavefronts to store elements 0 to 31", lower, 2) &&
         equals("wavefronts to store elements 32 to 63", upper, 2);
}

double* device_array(std::size_t count) {
  double* data = nullptr;
  CUDA_CHECK(cudaMalloc(&data, count * sizeof(double)));
  CUDA_CHECK(cudaMemset(data, 0xFF, count * sizeof(double)));  // every double a NaN
  return data;
}

std::vector<double> to_host(const double* data, std::size_t count) {
  std::vector<double> host(count);
  CUDA_CHECK(cudaMemcpy(host.data(), data, count * sizeof(double), cudaMemcpyDeviceToHost));
  return host;
}

bool kernel_passes(int n) {
  std::vector<double> in(2 * static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < in.size(); ++k) {
    in[k] = static_cast<double>(k) + 0.5;  // the value tells the position
  }
  double* d_in = device_array(in.size());
  double* d_re = device_array(n);
  double* d_im = device_array(n);
  CUDA_CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(double), cudaMemcpyHostToDevice));
  split_complex<<<(n + kBlock - 1) / kBlock, kBlock>>>(d_re, d_im, d_in, n);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<double> re = to_host(d_re, n);
  const std::vector<double> im = to_host(d_im, n);
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_re));
  CUDA_CHECK(cudaFree(d_im));
  for (int i = 0; i < n; ++i) {
    if (!(re[i] == in[2 * i] && im[i] == in[2 * i + 1])) {  // a NaN fails, too
      std::printf("FAIL split_complex: n %d: [%d] got %g, %g want %g, %g\n", n, i, re[i], im[i],
                  in[2 * i], in[2 * i + 1]);
      return false;
    }
  }
  return true;
}

bool gpu_present() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) {
    return true;
  }
  std::printf("SKIPPED the kernel: no usable GPU (%s)\n", cudaGetErrorName(status));
  return false;
}

int main() {
  if (!predictions_pass() || !slots_are_separate() || !layout_is_free_of_conflicts()) {
    return 1;
  }
  std::printf("doubles in order: %d wavefronts at stride 1, %d at stride 2; your layout: 2\n",
              kWavefrontsStride1, kWavefrontsStride2);
  if (!gpu_present()) {
    return 77;
  }
  return std::all_of(std::begin(kSizes), std::end(kSizes), kernel_passes) ? 0 : 1;
}
