// SPDX-License-Identifier: MIT
//
// Shared bins, then one atomic a bin and block.
#include "../case.cuh"

__global__ void histogram(unsigned* bins, const unsigned* in) {
  __shared__ unsigned local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&local[in[blockIdx.x * 64 + threadIdx.x] % 16], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  Filled<unsigned> in(256);
  Zeroed<unsigned> bins(16);
  histogram<<<4, 64>>>(bins, in);
  return finish();
}
