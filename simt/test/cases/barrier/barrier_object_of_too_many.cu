// SPDX-License-Identifier: MIT
//
// The barrier waits for twice the threads of the block.
#include <cuda/barrier>

#include "../case.cuh"

__global__ void reverse(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> stored;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0) init(&stored, 2 * blockDim.x);
  __syncthreads();
  tile[t] = t;
  stored.arrive_and_wait();  // expect deadlock or instruction-limit
  out[t] = tile[63 - t];
}

int main() {
  Device<int> out(64);
  reverse<<<1, 64>>>(out);
  finish();
  return 0;
}
