// SPDX-License-Identifier: MIT
//
// The sum starts from whatever is there.
#include "../case.cuh"

__global__ void sum(int* total, const int* in) {
  atomicAdd(total, in[threadIdx.x]);  // expect uninitialised: atomic update
}

int main() {
  Filled<int> in(32);
  Device<int> total(1);
  sum<<<1, 32>>>(total, in);
  return finish();
}
