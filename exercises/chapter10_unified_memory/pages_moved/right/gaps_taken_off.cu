// SPDX-License-Identifier: MIT-0
// All pages of the stretch, without those that are skipped.
// [exercise]
__host__ __device__ long long pages_moved(long long count, long long bytes, long long stride,
                                          long long offset) {
  if (count < 1) return 0;
  const long long step = stride * bytes;
  long long pages = (offset + (count - 1) * step + bytes - 1) / kPage - offset / kPage + 1;
  if (step <= kPage) return pages;
  for (long long i = 0; i + 1 < count; ++i) {
    const long long end = (offset + i * step + bytes - 1) / kPage;
    const long long next = (offset + (i + 1) * step) / kPage;
    if (next - end > 1) pages -= next - end - 1;
  }
  return pages;
}
// [/exercise]
