// expect: wrong-answer case=mixed
// SPDX-License-Identifier: MIT-0
// The first that is not bound by memory.
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
    if (intensity * bytes_per_ns < flops_per_ns) tile = t + 1;
  }
  return tile;
}
// [/exercise]
