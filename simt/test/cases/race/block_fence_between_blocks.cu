// SPDX-License-Identifier: MIT
//
// __threadfence_block() does not reach the other block.
#include "../case.cuh"

__global__ void hand_over(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence_block();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = data[0];  // expect race-global
  }
}

int main() {
  Zeroed<int> data(1), flag(1), out(1);
  hand_over<<<2, 1>>>(data, flag, out);
  return finish();
}
