// SPDX-License-Identifier: MIT
//
// One lane adds for its warp and tells the others.
#include "../case.cuh"

__device__ int next;

__global__ void reserve(int* out) {
  const unsigned active = __activemask();
  const int lane = threadIdx.x % 32, leader = __ffs(active) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(&next, __popc(active));
  first = __shfl_sync(active, first, leader);
  out[first + __popc(active & ((1u << lane) - 1))] = threadIdx.x;
}

int main() {
  Device<int> out(128);
  reserve<<<2, 64>>>(out);
  return finish();
}
