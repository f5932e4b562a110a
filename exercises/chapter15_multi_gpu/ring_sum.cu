// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A sum of arrays around a ring of GPUs.
//
// Task:   fill in the two functions.
// Build:  nvcc -std=c++17 ring_sum.cu -o ring_sum
// Run:    ./ring_sum    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// [exercise]
/// A ring of `ranks` GPUs adds up an array that is cut into as many chunks. In each step every rank
/// sends one chunk to rank + 1 (the last to rank 0). In step 0 rank r sends chunk r, and from then
/// on the chunk that it has just received. Which chunk does `rank` send in step `step`?
__host__ __device__ int chunk_sent(int rank, int step, int ranks) {
  // TODO
  return (rank + step) % ranks;
}

/// Bytes that each rank sends until all ranks have the sum of `bytes` bytes: ranks - 1 steps to
/// add, ranks - 1 to pass the sums on, a chunk in each. Chunks are rounded up to whole bytes.
__host__ __device__ long long bytes_sent(long long bytes, int ranks) {
  // TODO
  return bytes * ranks;
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
  const bool right = equals("rank 2 of 4 in step 0", chunk_sent(2, 0, 4), 2) &&
                     equals("rank 2 of 4 in step 1", chunk_sent(2, 1, 4), 1) &&
                     equals("rank 0 of 4 in step 1", chunk_sent(0, 1, 4), 3) &&
                     equals("rank 1 of 4 in step 5", chunk_sent(1, 5, 4), 0) &&
                     equals("bytes sent of 1000 by 4", bytes_sent(1000, 4), 1500) &&
                     equals("of 1001 by 4", bytes_sent(1001, 4), 1506) &&
                     equals("alone", bytes_sent(1000, 1), 0);
  return right ? 0 : 1;
}
