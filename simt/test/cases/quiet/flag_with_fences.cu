// SPDX-License-Identifier: MIT
//
// A volatile flag with a fence before it hands data to another block.
#include "../case.cuh"

__global__ void hand_over(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = data[0];
  }
}

int main() {
  Zeroed<int> data(1), flag(1), out(1);
  hand_over<<<2, 1>>>(data, flag, out);
  return finish();
}
