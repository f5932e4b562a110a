// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// An element may end on the next page.
// [exercise]
/// Pages that move when a kernel reads `count` elements of `bytes` bytes each, `stride` elements
/// apart, from a managed array that begins `offset` bytes behind a page border; before, all pages
/// are with the host. stride >= 1.
__host__ __device__ long long pages_moved(long long count, long long bytes, long long stride,
                                          long long offset) {
  if (count == 0) return 0;
  const long long step = stride * bytes;
  const long long last = offset + (count - 1) * step;  // first byte of the last element
  if (step <= kPage) {
    // No page between the first and the last one is left out.
    return last / kPage - offset / kPage + 1;
  }
  long long pages = 0;
  long long newest = -1;
  for (long long i = 0; i < count; ++i) {
    const long long first_page = (offset + i * step) / kPage;
    const long long last_page = (offset + i * step) / kPage;
    pages += last_page - (first_page > newest ? first_page : newest + 1) + 1;
    newest = last_page;
  }
  return pages;
}
// [/exercise]
