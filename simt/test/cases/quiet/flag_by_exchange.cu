// SPDX-License-Identifier: MIT
//
// One warp hands a value to another: fence, exchange, and a wait by atomic reads.
#include "../case.cuh"

__global__ void hand_over(int* out) {
  __shared__ int value, full;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  if (threadIdx.x == 32) {
    value = 42;
    __threadfence_block();
    atomicExch(&full, 1);
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&full, 0) == 0) {
    }
    __threadfence_block();
    out[0] = value;
  }
}

int main() {
  Device<int> out(1);
  hand_over<<<1, 64>>>(out);
  return finish() != 0 || out.host()[0] != 42;
}
