// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// A page for each element.
// [exercise]
__host__ __device__ long long pages_moved(long long count, long long bytes, long long stride,
                                          long long offset) {
  return offset < 0 || bytes < 0 || stride < 0 ? 0 : count;
}
// [/exercise]
