// SPDX-License-Identifier: MIT
//
// Each half of the warp names another set of lanes.
#include "../case.cuh"

__global__ void ask(unsigned* out) {
  const unsigned mask = threadIdx.x == 0 ? 0xffffffffu : 0x7fffffffu;
  out[threadIdx.x] = __ballot_sync(mask, 1);  // expect mask
}

int main() {
  Device<unsigned> out(32);
  ask<<<1, 32>>>(out);
  finish();
  return 0;
}
