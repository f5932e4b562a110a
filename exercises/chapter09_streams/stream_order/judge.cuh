// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

constexpr int kMostWork = 64;

__host__ __device__ bool is_ordered(int first, int second, int recorded, int waiter);

/// Asks for all pairs; one thread a second piece.
extern "C" __global__ void judge_ask(int* ordered, int recorded, int waiter) {
  for (int first = 0; first < kMostWork; ++first) {
    const int second = threadIdx.x;
    ordered[first * kMostWork + second] = is_ordered(first, second, recorded, waiter) ? 1 : 0;
  }
}
