// SPDX-License-Identifier: MIT
//
// A lock from atomicCAS guards a plain counter.
#include "../case.cuh"

__device__ int lock;

__global__ void count(int* total) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      *total += 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

int main() {
  Zeroed<int> total(1);
  count<<<2, 32>>>(total);
  return finish() != 0 || total.host()[0] != 64;
}
