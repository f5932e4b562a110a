// expect: wrong-answer case=one_chunk
// SPDX-License-Identifier: MIT-0
// Counts the first chunk twice.
// [exercise]
/// Time until the last chunk is out, if everything is done in one stream.
__host__ __device__ long long in_one_stream(int chunks, int copy_in, int compute, int copy_out) {
  return static_cast<long long>(chunks) * (copy_in + compute + copy_out);
}

/// The same, if each chunk has a stream of its own.
__host__ __device__ long long in_many_streams(int chunks, int copy_in, int compute, int copy_out) {
  if (chunks == 0) return 0;
  int slowest = copy_in;
  if (compute > slowest) slowest = compute;
  if (copy_out > slowest) slowest = copy_out;
  // The first chunk passes all three; each further one is ready one slowest stage later.
  return copy_in + compute + copy_out + static_cast<long long>(chunks) * slowest;
}
// [/exercise]
