// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// What fits where: three sizes worked out by hand.
//
// Task:   fill in the three functions.
// Build:  nvcc -std=c++17 memory_budget.cu -o memory_budget
// Run:    ./memory_budget    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr long long kKiB = 1024;
constexpr long long kMiB = 1024 * kKiB;
constexpr long long kGiB = 1024 * kMiB;

// [exercise]
/// Largest n such that three matrices of n x n floats fit into `bytes` together.
__host__ __device__ long long largest_square(long long bytes) {
  long long low = 0;  // fits
  long long high = 1;
  while (12 * high * high <= bytes) high *= 2;  // does not fit
  while (high - low > 1) {
    const long long middle = (low + high) / 2;
    if (12 * middle * middle <= bytes) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Largest tile edge t, a power of two, such that two tiles of t x t floats, each twice (one is
/// computed while the next is loaded), fit into `shared_bytes`; 0 if not even t = 1 does.
__host__ __device__ int largest_tile(int shared_bytes) {
  int tile = 0;
  for (int t = 1; 16 * t * t <= shared_bytes; t *= 2) tile = t;
  return tile;
}

/// Floats that must be on their way at the same time to keep a memory busy that delivers
/// `bytes_per_ns` and answers after `latency_ns` (Little's law), rounded up.
__host__ __device__ long long floats_in_flight(long long bytes_per_ns, long long latency_ns) {
  return (bytes_per_ns * latency_ns + 3) / 4;
}
// [/exercise]

bool equals(const char* what, long long got, long long want) {
  if (got != want) {
    std::printf("FAIL %s: got %lld want %lld\n", what, got, want);
    return false;
  }
  std::printf("%s: %lld\n", what, got);
  return true;
}

int main() {
  const bool right =
      equals("largest_square of 24 GiB", largest_square(24 * kGiB), 46340) &&
      equals("largest_square of 11 bytes", largest_square(11), 0) &&
      equals("largest_tile of 48 KiB", largest_tile(48 * kKiB), 32) &&
      equals("largest_tile of 227 KiB", largest_tile(227 * kKiB), 64) &&
      equals("floats_in_flight of 4800 bytes/ns, 700 ns", floats_in_flight(4800, 700), 840000);
  return right ? 0 : 1;
}
