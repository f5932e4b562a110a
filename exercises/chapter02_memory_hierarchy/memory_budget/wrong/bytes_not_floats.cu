// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Counts bytes.
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
  return bytes_per_ns * latency_ns;
}
// [/exercise]
