// SPDX-License-Identifier: MIT-0
// Fill, run, drain.
// [exercise]
__host__ __device__ long long in_one_stream(int chunks, int a, int b, int c) {
  return static_cast<long long>(chunks) * a + static_cast<long long>(chunks) * b +
         static_cast<long long>(chunks) * c;
}
__host__ __device__ long long in_many_streams(int chunks, int a, int b, int c) {
  const long long n = chunks;
  if (n < 1) return 0;
  if (a >= b && a >= c) return n * a + b + c;
  if (b >= c) return a + n * b + c;
  return a + b + n * c;
}
// [/exercise]
