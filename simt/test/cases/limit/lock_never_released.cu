// SPDX-License-Identifier: MIT
//
// The lock is taken by one thread and never given back.
#include "../case.cuh"

__device__ int lock;

__global__ void count(int* total) {
  while (atomicCAS(&lock, 0, 1) != 0) {  // expect deadlock or instruction-limit
  }
  *total += 1;
}

int main() {
  Zeroed<int> total(1);
  count<<<2, 1>>>(total);
  finish();
  return 0;
}
