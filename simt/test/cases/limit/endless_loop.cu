// SPDX-License-Identifier: MIT
//
// The loop never changes what it tests.
#include "../case.cuh"

__global__ void spin(volatile int* flag) {
  while (*flag == 0) {  // expect deadlock or instruction-limit
  }
}

int main() {
  Zeroed<int> flag(1);
  spin<<<1, 32>>>(flag);
  finish();
  return 0;
}
