// SPDX-License-Identifier: MIT
//
// The warp goes on while any lane has work.
#include "../case.cuh"

__global__ void drain(int* out) {
  int left = threadIdx.x % 7, rounds = 0;
  while (__any_sync(0xffffffffu, left > 0)) {
    if (left > 0) --left;
    ++rounds;
  }
  out[threadIdx.x] = rounds;
}

int main() {
  Device<int> out(64);
  drain<<<1, 64>>>(out);
  return finish();
}
