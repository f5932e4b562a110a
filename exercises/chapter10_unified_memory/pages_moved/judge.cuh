// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

enum Sizes : long long { kPage = 65536 };

__host__ __device__ long long pages_moved(long long count, long long bytes, long long stride,
                                          long long offset);

/// Asks for one answer a thread.
extern "C" __global__ void judge_ask(long long* pages, const long long* counts,
                                     const long long* bytes, const long long* strides,
                                     const long long* offsets) {
  const int i = threadIdx.x;
  pages[i] = pages_moved(counts[i], bytes[i], strides[i], offsets[i]);
}
