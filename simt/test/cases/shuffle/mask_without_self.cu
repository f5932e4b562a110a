// SPDX-License-Identifier: MIT
//
// Lane 1 calls with a mask that names lane 0 only.
#include "../case.cuh"

__global__ void ask(int* out) {
  out[threadIdx.x] = __shfl_sync(1u, static_cast<int>(threadIdx.x), 0);  // expect mask-without-self
}

int main() {
  Device<int> out(32);
  ask<<<1, 32>>>(out);
  finish();
  return 0;
}
