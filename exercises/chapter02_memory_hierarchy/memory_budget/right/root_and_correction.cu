// SPDX-License-Identifier: MIT-0
// A square root, corrected.
// [exercise]
__host__ __device__ long long largest_square(long long bytes) {
  long long n = static_cast<long long>(sqrt(static_cast<double>(bytes) / 12.0)) + 1;
  while (n > 0 && 3 * n * n * 4 > bytes) --n;
  return n;
}
__host__ __device__ int largest_tile(int shared_bytes) {
  int t = 256;
  while (t > 0 && 4 * t * t * 4 > shared_bytes) t >>= 1;
  return t;
}
__host__ __device__ long long floats_in_flight(long long rate, long long latency) {
  const long long bytes = rate * latency;
  return bytes % 4 == 0 ? bytes / 4 : bytes / 4 + 1;
}
// [/exercise]
