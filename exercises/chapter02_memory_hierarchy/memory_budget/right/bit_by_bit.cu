// SPDX-License-Identifier: MIT-0
// Sets the bits of n from the highest down.
// [exercise]
__host__ __device__ long long largest_square(long long bytes) {
  long long n = 0;
  for (long long bit = 1ll << 28; bit > 0; bit >>= 1) {
    if (12 * (n + bit) * (n + bit) <= bytes) n += bit;
  }
  return n;
}
__host__ __device__ int largest_tile(int shared_bytes) {
  if (shared_bytes < 16) return 0;
  int t = 1;
  while (64 * t * t <= shared_bytes) t += t;
  return t;
}
__host__ __device__ long long floats_in_flight(long long a, long long b) {
  return (a * b - 1) / 4 + 1;
}
// [/exercise]
