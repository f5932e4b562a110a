// SPDX-License-Identifier: MIT
//
// Elements that pass a test move together: places from a ballot and one atomic a warp.
#include "../case.cuh"

__global__ void keep_even(int* out, int* count, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const bool keep = i < n && in[i] % 2 == 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(0xffffffffu, first, 0);
  if (keep) out[first + __popc(kept & ((1u << lane) - 1))] = in[i];
}

int main() {
  Filled<int> in(100);
  Device<int> out(50);
  Zeroed<int> count(1);
  keep_even<<<4, 32>>>(out, count, in, 100);
  return finish() != 0 || count.host()[0] != 50;
}
