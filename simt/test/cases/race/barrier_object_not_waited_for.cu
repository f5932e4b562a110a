// SPDX-License-Identifier: MIT
//
// Each thread arrives at the barrier and reads without waiting for the others.
#include <cuda/barrier>

#include "../case.cuh"

__global__ void reverse(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> stored;
  __shared__ int tile[128];
  const int t = threadIdx.x;
  if (t == 0) init(&stored, 128);
  __syncthreads();
  tile[t] = t;  // expect race-shared: tile
  (void)stored.arrive();
  out[t] = tile[127 - t];  // or here
}

int main() {
  Device<int> out(128);
  reverse<<<1, 128>>>(out);
  finish();
  return 0;
}
