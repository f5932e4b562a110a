// SPDX-License-Identifier: MIT
//
// The vote names all lanes, half of them skip it.
#include "../case.cuh"

__global__ void vote(int* out, const int* in) {
  const int v = in[threadIdx.x];
  int all = 0;
  if (v % 2 == 0) {
    all = __all_sync(0xffffffffu, v > 0);  // expect warp-sync-deadlock or mask
  } else {
    while (in[0] == 0) {
    }
    __syncthreads();  // or here
  }
  out[threadIdx.x] = all;
}

int main() {
  Filled<int> in(32);
  Device<int> out(32);
  vote<<<1, 32>>>(out, in);
  finish();
  return 0;
}
