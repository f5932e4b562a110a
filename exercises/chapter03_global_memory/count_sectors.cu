// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Count the sectors of a strided read, then let a warp confirm the count.
//
// Task:   fill in sectors_of_warp and strided_read.
// Build:  nvcc -std=c++17 count_sectors.cu -o count_sectors
// Other:  add -DVARIANT=1, 2, ... for another stride and another size
// Run:    ./count_sectors    prints a table, or a line that begins with FAIL
// Exit:   0 right, 1 wrong, 77 predictions right but no GPU to run the kernel on

#include <cuda_runtime.h>

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
constexpr int kSectorBytes = 32;
constexpr int kBlock = 256;
constexpr int kStrides[] = {1, 2, 3, 4, 5, 7, 8, 16, 32, 33, 9 + VARIANT};  // in floats
constexpr int kSizes[] = {1, 32, 1000, 100003 + VARIANT};                   // elements read

// [exercise]
/// Number of different 32-byte sectors that one warp touches when lane i reads the
/// float at index i * stride. Index 0 lies at the start of a sector; stride >= 1.
__host__ __device__ int sectors_of_warp(int stride) {
  // TODO: count them. Which sector does lane i touch?
  return stride;
}

/// Reads every stride-th float: out[i] = in[i * stride] for i in [0, n).
__global__ void strided_read(float* out, const float* in, int n, int stride) {
  // TODO: give each thread one element, and mind the last block.
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

/// Lets one warp count the different sectors among its own 32 real addresses.
__global__ void count_on_gpu(int* sectors, const float* in, int stride) {
  const auto address = reinterpret_cast<unsigned long long>(in + threadIdx.x * stride);
  const unsigned same_sector = __match_any_sync(0xFFFFFFFFu, address / kSectorBytes);
  const unsigned lower_lanes = (1u << threadIdx.x) - 1u;
  const unsigned firsts = __ballot_sync(0xFFFFFFFFu, (same_sector & lower_lanes) == 0);
  if (threadIdx.x == 0) {
    *sectors = __popc(firsts);
  }
}

/// The plainest correct count: put every sector number into a set.
int sectors_reference(int stride) {
  std::set<int> sectors;
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    sectors.insert(lane * stride * 4 / kSectorBytes);
  }
  return static_cast<int>(sectors.size());
}

bool predictions_pass() {
  for (const int stride : kStrides) {
    const int got = sectors_of_warp(stride);
    const int want = sectors_reference(stride);
    if (got != want) {
      std::printf("FAIL sectors_of_warp: stride %d got %d want %d\n", stride, got, want);
      return false;
    }
  }
  return true;
}

/// Input whose value tells its position, so that a read from elsewhere shows.
std::vector<float> make_input(std::size_t count) {
  std::vector<float> in(count);
  for (std::size_t k = 0; k < count; ++k) {
    in[k] = static_cast<float>(k % 8388593);  // a prime below 2^23: exact in a float
  }
  return in;
}

bool kernel_passes(int n, int stride) {
  const std::vector<float> in = make_input(static_cast<std::size_t>(n) * stride);
  std::vector<float> out(n + kBlock);  // the last kBlock must stay as they are
  float* d_in = nullptr;
  float* d_out = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_out, out.size() * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(d_out, 0xFF, out.size() * sizeof(float)));  // every float a NaN
  strided_read<<<(n + kBlock - 1) / kBlock, kBlock>>>(d_out, d_in, n, stride);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_out));
  for (int i = 0; i < n; ++i) {
    const float want = in[static_cast<std::size_t>(i) * stride];
    if (!(out[i] == want)) {  // a NaN fails, too
      std::printf("FAIL strided_read: n %d stride %d: [%d] got %g want %g\n", n, stride, i, out[i],
                  want);
      return false;
    }
  }
  for (int i = n; i < n + kBlock; ++i) {
    if (!std::isnan(out[i])) {
      std::printf("FAIL strided_read: n %d stride %d: wrote [%d], past the end\n", n, stride, i);
      return false;
    }
  }
  return true;
}

/// Sectors that a warp on the GPU finds among its addresses at this stride.
int sectors_counted(int stride) {
  float* d_in = nullptr;
  int* d_sectors = nullptr;
  int sectors = 0;
  CUDA_CHECK(cudaMalloc(&d_in, sizeof(float) * kWarpLanes * stride));
  CUDA_CHECK(cudaMalloc(&d_sectors, sizeof(int)));
  count_on_gpu<<<1, kWarpLanes>>>(d_sectors, d_in, stride);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(&sectors, d_sectors, sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_sectors));
  return sectors;
}

bool gpu_confirms() {
  std::printf("stride  predicted  on the GPU  useful\n");
  for (const int stride : kStrides) {
    for (const int n : kSizes) {
      if (!kernel_passes(n, stride)) {
        return false;
      }
    }
    const int predicted = sectors_of_warp(stride);
    const int counted = sectors_counted(stride);
    if (counted != predicted) {
      std::printf("FAIL sectors_of_warp: stride %d got %d, the GPU counts %d\n", stride, predicted,
                  counted);
      return false;
    }
    const double useful_bytes = kWarpLanes * sizeof(float);
    std::printf("%6d  %9d  %10d  %5.1f %%\n", stride, predicted, counted,
                100.0 * useful_bytes / (counted * kSectorBytes));
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
  if (!predictions_pass()) {
    return 1;
  }
  if (!gpu_present()) {
    return 77;
  }
  return gpu_confirms() ? 0 : 1;
}
