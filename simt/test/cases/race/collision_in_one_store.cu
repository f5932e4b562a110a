// SPDX-License-Identifier: MIT
//
// Lanes of one warp store different values to one element.
#include "../case.cuh"

__global__ void pick(int* out, const int* in) {
  out[threadIdx.x / 32] = in[threadIdx.x];  // expect race-collision
}

int main() {
  Filled<int> in(64);
  Device<int> out(2);
  pick<<<1, 64>>>(out, in);
  return finish();
}
