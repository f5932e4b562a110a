// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// A root with 24 bits.
// [exercise]
__host__ __device__ long long largest_square(long long bytes) {
  return static_cast<long long>(sqrtf(static_cast<float>(bytes) / 12.0f));
}
__host__ __device__ int largest_tile(int shared_bytes) {
  int tile = 0;
  for (int t = 1; 16 * t * t <= shared_bytes; t *= 2) tile = t;
  return tile;
}
__host__ __device__ long long floats_in_flight(long long bytes_per_ns, long long latency_ns) {
  return (bytes_per_ns * latency_ns + 3) / 4;
}
// [/exercise]
