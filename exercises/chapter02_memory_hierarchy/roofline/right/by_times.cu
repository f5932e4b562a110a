// SPDX-License-Identifier: MIT-0
// Compares times.
// [exercise]
__host__ __device__ double attainable(double flops_per_ns, double bytes_per_ns, double flops,
                                      double bytes) {
  const double computing = flops / flops_per_ns, moving = bytes / bytes_per_ns;
  return flops / (computing > moving ? computing : moving);
}
__host__ __device__ int largest_memory_bound_tile(double flops_per_ns, double bytes_per_ns) {
  int t = 1024;
  while (t > 0 && t * bytes_per_ns >= 4 * flops_per_ns) --t;
  return t;
}
// [/exercise]
