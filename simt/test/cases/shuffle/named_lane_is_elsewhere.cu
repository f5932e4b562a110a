// SPDX-License-Identifier: MIT
//
// The mask names all lanes; the odd ones never come.
#include "../case.cuh"

__global__ void ask(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x % 2 == 0) {
    v += __shfl_xor_sync(0xffffffffu, v, 2);  // expect warp-sync-deadlock
  } else {
    __syncthreads();  // or here
  }
  out[threadIdx.x] = v;
}

int main() {
  Device<int> out(32);
  ask<<<1, 32>>>(out);
  finish();
  return 0;
}
