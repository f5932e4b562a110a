// SPDX-License-Identifier: MIT
//
// A reduction over the full mask in a branch that only some lanes take.
#include "../case.cuh"

__global__ void largest(unsigned* out, const unsigned* in) {
  const int t = threadIdx.x;
  unsigned best = 0;
  if (in[t] > 8) {
    best = __reduce_max_sync(0xffffffffu, in[t]);  // expect warp-sync-deadlock or mask
  }
  __syncwarp();  // or here
  out[t] = best;
}

int main() {
  Filled<unsigned> in(32);
  Device<unsigned> out(32);
  largest<<<1, 32>>>(out, in);
  return finish();
}
