// SPDX-License-Identifier: MIT
//
// A lock from a plain store lets two threads in.
#include "../case.cuh"

__device__ volatile int busy;

__global__ void count(int* total) {
  while (busy != 0) {
  }
  busy = 1;
  *total += 1;  // expect race-global
  busy = 0;
}

int main() {
  Zeroed<int> total(1);
  count<<<4, 1>>>(total);
  return finish();
}
