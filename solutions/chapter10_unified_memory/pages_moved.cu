// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// How many pages of managed memory a kernel drags to the GPU.
//
// Task:   fill in pages_moved.
// Build:  nvcc -std=c++17 pages_moved.cu -o pages_moved
// Run:    ./pages_moved    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

enum Sizes : long long { kPage = 65536 };  // bytes that move together in this exercise

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
    return (last + bytes - 1) / kPage - offset / kPage + 1;
  }
  long long pages = 0;
  long long newest = -1;
  for (long long i = 0; i < count; ++i) {
    const long long first_page = (offset + i * step) / kPage;
    const long long last_page = (offset + i * step + bytes - 1) / kPage;
    pages += last_page - (first_page > newest ? first_page : newest + 1) + 1;
    newest = last_page;
  }
  return pages;
}
// [/exercise]

struct Question {
  long long count, bytes, stride, offset;
  long long pages;  // worked out by hand
};
constexpr Question kQuestions[] = {
    {0, 4, 1, 0, 0},         {1, 4, 1, 0, 1},
    {16384, 4, 1, 0, 1},                               // exactly a page of floats
    {16384, 4, 1, 4, 2},                               // the last float lies on the next page
    {16385, 4, 1, 0, 2},     {100, 4, 16384, 0, 100},  // a float of each page
    {100, 4, 32768, 0, 100},                           // of every second page
    {2, 8, 8192, 65532, 3},                            // both lie across a border, and share a page
};

bool passes(const Question& q) {
  const long long got = pages_moved(q.count, q.bytes, q.stride, q.offset);
  if (got != q.pages) {
    std::printf(
        "FAIL pages_moved: %lld of %lld bytes, stride %lld, offset %lld: got %lld want %lld\n",
        q.count, q.bytes, q.stride, q.offset, got, q.pages);
    return false;
  }
  std::printf("%lld of %lld bytes, stride %lld, offset %lld: %lld pages\n", q.count, q.bytes,
              q.stride, q.offset, got);
  return true;
}

int main() {
  for (const Question& question : kQuestions) {
    if (!passes(question)) return 1;
  }
  return 0;
}
