// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Under which roof does a kernel stand?
//
// Task:   fill in the two functions.
// Build:  nvcc -std=c++17 roofline.cu -o roofline
// Run:    ./roofline    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

struct Gpu {
  double flops_per_ns;  // the most that its cores can do
  double bytes_per_ns;  // the most that its memory can move
};

// [exercise]
/// Operations in a nanosecond that a kernel can reach at most, if it does `flops` operations for
/// `bytes` bytes that it must move.
__host__ __device__ double attainable(double flops_per_ns, double bytes_per_ns, double flops,
                                      double bytes) {
  const double by_memory = bytes_per_ns * flops / bytes;
  return by_memory < flops_per_ns ? by_memory : flops_per_ns;
}

/// Largest edge t, at most 1024, of the square output tile in a product of matrices of floats for
/// which memory is still the limit; 0 if it never is. Such a tile does 2 * t * t operations for
/// the 2 * t floats that each step of the inner dimension loads.
__host__ __device__ int largest_memory_bound_tile(double flops_per_ns, double bytes_per_ns) {
  int tile = 0;
  for (int t = 1; t <= 1024; ++t) {
    const double intensity = 2.0 * t * t / (2.0 * t * 4.0);  // operations for a byte
    if (intensity * bytes_per_ns < flops_per_ns) tile = t;
  }
  return tile;
}
// [/exercise]

bool passes(const char* what, double got, double want) {
  if (!(std::fabs(got - want) <= 1e-9 * want)) {  // a NaN fails, too
    std::printf("FAIL %s: got %g want %g\n", what, got, want);
    return false;
  }
  std::printf("%s: %g\n", what, got);
  return true;
}

int main() {
  constexpr Gpu kGpu = {60000.0, 4000.0};  // round numbers, easy to work with by hand
  const double flops = kGpu.flops_per_ns;
  const double bytes = kGpu.bytes_per_ns;
  const bool right =
      passes("saxpy: 2 operations for 12 bytes", attainable(flops, bytes, 2, 12), 8000.0 / 12) &&
      passes("100 operations for a byte", attainable(flops, bytes, 100, 1), 60000) &&
      passes("15 operations for a byte", attainable(flops, bytes, 15, 1), 60000) &&
      passes("largest memory-bound tile", largest_memory_bound_tile(flops, bytes), 59);
  return right ? 0 : 1;
}
