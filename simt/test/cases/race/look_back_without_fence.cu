// SPDX-License-Identifier: MIT
//
// A block publishes a sum and a flag without a fence between; its successor reads the sum.
#include "../case.cuh"

__device__ int tickets;

__global__ void scan(int* sums, volatile int* ready, const int* in) {
  const int block = atomicAdd(&tickets, 1);
  int before = 0;
  if (block > 0) {
    while (ready[block - 1] == 0) {
    }
    before = sums[block - 1];  // expect race-global
  }
  sums[block] = before + in[block];  // or here
  ready[block] = 1;
}

int main() {
  Filled<int> in(8);
  Device<int> sums(8);
  Zeroed<int> ready(8);
  scan<<<8, 1>>>(sums, ready, in);
  return finish();
}
