// SPDX-License-Identifier: MIT
//
// Each block waits for the one before it and passes a sum on.
#include "../case.cuh"

__device__ int order;

__global__ void chain(int* flags, int* sums, const int* in) {
  __shared__ int block;
  if (threadIdx.x == 0) {
    block = atomicAdd(&order, 1);
    int before = 0;
    if (block > 0) {
      while (atomicAdd(&flags[block - 1], 0) == 0) {
      }
      __threadfence();
      before = sums[block - 1];
    }
    sums[block] = before + in[block];
    __threadfence();
    atomicExch(&flags[block], 1);
  }
}

int main() {
  Filled<int> in(8);
  Zeroed<int> flags(8);
  Device<int> sums(8);
  chain<<<8, 32>>>(flags, sums, in);
  return finish() != 0 || sums.host()[7] != 36;
}
