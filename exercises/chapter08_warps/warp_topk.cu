// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// The four largest of 1024 values, by one warp.
//
// Task:   write top4; a warp works on each row.
// Build:  nvcc -std=c++17 warp_topk.cu -o warp_topk
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./warp_topk    prints a line for each size, or one that begins with FAIL
// Exit:   0 right, 1 wrong, 77 no usable GPU

#include <cuda_runtime.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#ifndef VARIANT
#define VARIANT 0
#endif

constexpr int kColumns = 1024;
constexpr int kBest = 4;
constexpr int kRows[] = {1, 3, 8, 100};
constexpr int kBlock = 128;  // four warps, four rows
constexpr unsigned kSeed = 20240517 + VARIANT;

// [exercise]
/// best[r][0] >= ... >= best[r][kBest - 1] are the kBest largest of the kColumns values of row r;
/// a value that stands there twice counts twice. Warp w of the grid works on row w.
__global__ void top4(int* best, const int* values, int rows) {
  // TODO: each lane keeps the four largest of its own 32 values, in order. Then, four times: the
  // warp finds the largest that is left, and the lane that has it takes it off its list.
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

bool passes(int rows) {
  std::mt19937 bits(kSeed);
  std::vector<int> values(static_cast<std::size_t>(rows) * kColumns);
  for (int& value : values) value = static_cast<int>(bits() % 5000) - 2500;  // with repetitions
  int* d_values = to_device(values);
  int* d_best = to_device(std::vector<int>(static_cast<std::size_t>(rows) * kBest, INT_MIN));
  top4<<<(rows + 3) / 4, kBlock>>>(d_best, d_values, rows);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_values));
  const std::vector<int> best = take_back(d_best, static_cast<std::size_t>(rows) * kBest);
  for (int row = 0; row < rows; ++row) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(row) * kColumns;
    std::partial_sort(first, first + kBest, first + kColumns, std::greater<int>());
    for (int place = 0; place < kBest; ++place) {
      if (best[row * kBest + place] != first[place]) {
        std::printf("FAIL top4: %d rows: row %d place %d got %d want %d\n", rows, row, place,
                    best[row * kBest + place], first[place]);
        return false;
      }
    }
  }
  std::printf("%d rows: right\n", rows);
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
  for (const int rows : kRows) {
    if (!passes(rows)) return 1;
  }
  return 0;
}
