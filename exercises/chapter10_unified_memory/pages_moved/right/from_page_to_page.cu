// SPDX-License-Identifier: MIT-0
// Walks over all elements.
// [exercise]
__host__ __device__ long long pages_moved(long long count, long long bytes, long long stride,
                                          long long offset) {
  long long moved = 0;
  long long newest = -1;  // pages only rise
  for (long long i = 0; i < count; ++i) {
    const long long begin = offset + i * stride * bytes;
    for (long long page = begin / kPage; page <= (begin + bytes - 1) / kPage; ++page) {
      if (page > newest) {
        ++moved;
        newest = page;
      }
    }
  }
  return moved;
}
// [/exercise]
