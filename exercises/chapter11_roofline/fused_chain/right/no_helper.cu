// SPDX-License-Identifier: MIT-0
// All in two lines.
// [exercise]
/// Bytes that a chain of `kernels` kernels moves, each of which reads n floats and writes n floats;
/// `fused` of them, 1 or more, are put into one kernel that reads and writes once.
__host__ __device__ long long chain_bytes(long long n, int kernels, int fused) {
  const long long kernels_left = 1 + kernels - fused;
  return kernels_left * n * 2 * static_cast<long long>(sizeof(float));
}

/// Shortest time of the chain in picoseconds by the roofline, rounded up for each kernel by itself:
/// the larger of its bytes by the rate and its operations by the rate. Each of the `kernels` steps
/// does 2 operations for each float. The rates are per nanosecond.
__host__ __device__ long long chain_ps(long long n, int kernels, int fused, int bytes_per_ns,
                                       int flops_per_ns) {
  const long long bytes = 8000 * n / bytes_per_ns + (8000 * n % bytes_per_ns > 0);
  const long long one = 2000 * n / flops_per_ns + (2000 * n % flops_per_ns > 0);
  const long long many = 2000 * fused * n / flops_per_ns + (2000 * fused * n % flops_per_ns > 0);
  return (many > bytes ? many : bytes) + (kernels - fused) * (one > bytes ? one : bytes);
}
// [/exercise]
