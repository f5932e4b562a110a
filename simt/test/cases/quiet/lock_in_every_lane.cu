// SPDX-License-Identifier: MIT
//
// Each lane of a diverged warp takes the same lock: current GPUs let the holder go on.
#include "../case.cuh"

__device__ int lock;

__global__ void add(int* total) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      const int before = *static_cast<volatile int*>(total);
      *static_cast<volatile int*>(total) = before + static_cast<int>(threadIdx.x);
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

int main() {
  Zeroed<int> total(1);
  add<<<2, 64>>>(total);
  return finish() != 0 || total.host()[0] != 2 * 2016;
}
