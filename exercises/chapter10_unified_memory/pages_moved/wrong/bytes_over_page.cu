// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Divides what was asked for by the size of a page.
// [exercise]
__host__ __device__ long long pages_moved(long long count, long long bytes, long long stride,
                                          long long offset) {
  return (count * bytes + offset * 0 + stride * 0 + kPage - 1) / kPage;
}
// [/exercise]
