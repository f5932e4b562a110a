// SPDX-License-Identifier: MIT
//
// Two warps take turns through a volatile word.
#include "../case.cuh"

__global__ void turns(int* out) {
  __shared__ volatile int turn;
  __shared__ int value;
  if (threadIdx.x == 0) {
    turn = 0;
    value = 0;
  }
  __syncthreads();
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    for (int k = 0; k < 3; ++k) {
      while (turn % 2 != warp) {
      }
      __threadfence_block();
      value += 1;
      __threadfence_block();
      turn = turn + 1;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = value;
}

int main() {
  Device<int> out(1);
  turns<<<1, 64>>>(out);
  return finish() != 0 || out.host()[0] != 6;
}
