// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A chain of kernels by the roofline, with some of them put into one.
//
// Task:   fill in the two functions.
// Build:  nvcc -std=c++17 fused_chain.cu -o fused_chain
// Run:    ./fused_chain    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// [exercise]
/// Bytes that a chain of `kernels` kernels moves, each of which reads n floats and writes n floats;
/// `fused` of them, 1 or more, are put into one kernel that reads and writes once.
__host__ __device__ long long chain_bytes(long long n, int kernels, int fused) {
  // TODO
  return 8 * n * kernels * fused;
}

/// Shortest time of the chain in picoseconds by the roofline, rounded up for each kernel by itself:
/// the larger of its bytes by the rate and its operations by the rate. Each of the `kernels` steps
/// does 2 operations for each float. The rates are per nanosecond.
__host__ __device__ long long chain_ps(long long n, int kernels, int fused, int bytes_per_ns,
                                       int flops_per_ns) {
  // TODO
  return n * kernels * fused + bytes_per_ns + flops_per_ns;
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
      equals("bytes of 3 kernels on 1000 floats", chain_bytes(1000, 3, 1), 24000) &&
      equals("two of them fused", chain_bytes(1000, 3, 2), 16000) &&
      equals("3 kernels at 4000 bytes/ns", chain_ps(1000, 3, 1, 4000, 60000), 6000) &&
      equals("all three fused", chain_ps(1000, 3, 3, 4000, 60000), 2000) &&
      equals("fused, and bound by arithmetic", chain_ps(1000, 3, 3, 4000, 1000), 6000);
  return right ? 0 : 1;
}
