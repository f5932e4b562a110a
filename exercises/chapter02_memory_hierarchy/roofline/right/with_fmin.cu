// SPDX-License-Identifier: MIT-0
// The lower roof with fmin, the tile by a quotient.
// [exercise]
__host__ __device__ double attainable(double flops_per_ns, double bytes_per_ns, double flops,
                                      double bytes) {
  return fmin(flops_per_ns, flops / bytes * bytes_per_ns);
}
__host__ __device__ int largest_memory_bound_tile(double flops_per_ns, double bytes_per_ns) {
  const double ridge = 4.0 * flops_per_ns / bytes_per_ns;
  const double below = ceil(ridge) - 1.0;
  return below > 1024.0 ? 1024 : static_cast<int>(below);
}
// [/exercise]
