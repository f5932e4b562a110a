// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// The running sum of an array, by blocks.
//
// Task:   write scan_block and add_offsets.
// Build:  nvcc -std=c++17 scan.cu -o scan
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./scan    prints a line for each size, or one that begins with FAIL
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

constexpr int kSizes[] = {1, 32, 255, 256, 257, 5000, 65536};
constexpr int kBlock = 256;
constexpr unsigned kSeed = 20240510 + VARIANT;

// [exercise]
/// out[i] = in[first] + ... + in[i] for the elements of this block, where `first` is the block's
/// first; totals[block] = the sum of the block. Blocks have kBlock threads, one an element.
__global__ void scan_block(int* out, int* totals, const int* in, int n) {
  // TODO: scan within each warp with shuffles, then the sums of the warps, then add them.
}

/// Adds to each element the total of all blocks before its own; totals_scanned[b] is the sum of
/// blocks 0 to b. The same blocks as scan_block.
__global__ void add_offsets(int* out, const int* totals_scanned, int n) {
  // TODO
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

/// At most 256 blocks, so that one block scans their totals.
bool passes(int n) {
  std::mt19937 bits(kSeed);
  std::vector<int> in(n);
  for (int& value : in) value = static_cast<int>(bits() % 2001) - 1000;
  const int blocks = (n + kBlock - 1) / kBlock;
  int* d_in = to_device(in);
  int* d_out = to_device(std::vector<int>(n, 0x5A5A5A5A));
  int* d_totals = to_device(std::vector<int>(2 * blocks + 1, 0x5A5A5A5A));
  int* d_scanned = d_totals + blocks;
  scan_block<<<blocks, kBlock>>>(d_out, d_totals, d_in, n);
  scan_block<<<1, kBlock>>>(d_scanned, d_totals + 2 * blocks, d_totals, blocks);
  add_offsets<<<blocks, kBlock>>>(d_out, d_scanned, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_totals));
  const std::vector<int> out = take_back(d_out, n);
  int want = 0;
  for (int i = 0; i < n; ++i) {
    want += in[i];
    if (out[i] != want) {
      std::printf("FAIL scan: n %d: [%d] got %d want %d\n", n, i, out[i], want);
      return false;
    }
  }
  std::printf("n %d: right\n", n);
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
    if (!passes(n)) return 1;
  }
  return 0;
}
