// SPDX-License-Identifier: MIT-0
// Follows the chunk back.
// [exercise]
/// A ring of `ranks` GPUs adds up an array that is cut into as many chunks. In each step every rank
/// sends one chunk to rank + 1 (the last to rank 0). In step 0 rank r sends chunk r, and from then
/// on the chunk that it has just received. Which chunk does `rank` send in step `step`?
__host__ __device__ int chunk_sent(int rank, int step, int ranks) {
  while (step-- > 0) rank = rank > 0 ? rank - 1 : ranks - 1;
  return rank;
}

/// Bytes that each rank sends until all ranks have the sum of `bytes` bytes: ranks - 1 steps to
/// add, ranks - 1 to pass the sums on, a chunk in each. Chunks are rounded up to whole bytes.
__host__ __device__ long long bytes_sent(long long bytes, int ranks) {
  const long long chunk = bytes % ranks == 0 ? bytes / ranks : bytes / ranks + 1;
  return chunk * (ranks - 1) + chunk * (ranks - 1);
}
// [/exercise]
