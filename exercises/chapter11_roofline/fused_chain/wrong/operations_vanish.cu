// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// The fused kernel does the work of one step.
// [exercise]
/// Bytes that a chain of `kernels` kernels moves, each of which reads n floats and writes n floats;
/// `fused` of them, 1 or more, are put into one kernel that reads and writes once.
__host__ __device__ long long chain_bytes(long long n, int kernels, int fused) {
  return 8 * n * (kernels - fused + 1);
}

/// Shortest time of the chain in picoseconds by the roofline, rounded up for each kernel by itself:
/// the larger of its bytes by the rate and its operations by the rate. Each of the `kernels` steps
/// does 2 operations for each float. The rates are per nanosecond.
__host__ __device__ long long chain_ps(long long n, int kernels, int fused, int bytes_per_ns,
                                       int flops_per_ns) {
  const auto step = [&](long long operations) {
    const long long bytes = (8 * n * 1000 + bytes_per_ns - 1) / bytes_per_ns;
    const long long flops = (operations * n * 1000 + flops_per_ns - 1) / flops_per_ns;
    return bytes > flops ? bytes : flops;
  };
  return step(2) + (kernels - fused) * step(2);
}
// [/exercise]
