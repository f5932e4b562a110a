// SPDX-License-Identifier: MIT-0
// Walks along the chain.
// [exercise]
/// Bytes that a chain of `kernels` kernels moves, each of which reads n floats and writes n floats;
/// `fused` of them, 1 or more, are put into one kernel that reads and writes once.
__host__ __device__ long long chain_bytes(long long n, int kernels, int fused) {
  long long bytes = 0;
  for (int left = kernels - fused; left >= 0; --left) bytes += 4 * n + 4 * n;
  return bytes;
}

__host__ __device__ long long up(long long a, long long b) { return (a - 1 + b) / b; }

/// Shortest time of the chain in picoseconds by the roofline, rounded up for each kernel by itself:
/// the larger of its bytes by the rate and its operations by the rate. Each of the `kernels` steps
/// does 2 operations for each float. The rates are per nanosecond.
__host__ __device__ long long chain_ps(long long n, int kernels, int fused, int bytes_per_ns,
                                       int flops_per_ns) {
  long long time = 0;
  for (int k = fused; k <= kernels; ++k) {
    const long long bytes = up(8000 * n, bytes_per_ns);
    const long long flops = up((k == fused ? 2000ll * fused : 2000ll) * n, flops_per_ns);
    time += flops < bytes ? bytes : flops;
  }
  return time;
}
// [/exercise]
