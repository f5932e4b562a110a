// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Goes all the way around.
// [exercise]
/// A ring of `ranks` GPUs adds up an array that is cut into as many chunks. In each step every rank
/// sends one chunk to rank + 1 (the last to rank 0). In step 0 rank r sends chunk r, and from then
/// on the chunk that it has just received. Which chunk does `rank` send in step `step`?
__host__ __device__ int chunk_sent(int rank, int step, int ranks) {
  return ((rank - step) % ranks + ranks) % ranks;
}

/// Bytes that each rank sends until all ranks have the sum of `bytes` bytes: ranks - 1 steps to
/// add, ranks - 1 to pass the sums on, a chunk in each. Chunks are rounded up to whole bytes.
__host__ __device__ long long bytes_sent(long long bytes, int ranks) {
  const long long chunk = (bytes + ranks - 1) / ranks;
  return 2 * ranks * chunk;
}
// [/exercise]
