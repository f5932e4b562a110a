// SPDX-License-Identifier: MIT
//
// Bins are incremented with a plain read and write.
#include "../case.cuh"

__global__ void histogram(int* bins, const unsigned* in) {
  __shared__ int local[8];
  if (threadIdx.x < 8) local[threadIdx.x] = 0;
  __syncthreads();
  local[in[threadIdx.x] % 8] += 1;  // expect race
  __syncthreads();
  if (threadIdx.x < 8) bins[threadIdx.x] = local[threadIdx.x];
}

int main() {
  Filled<unsigned> in(64);
  Device<int> bins(8);
  histogram<<<1, 64>>>(bins, in);
  return finish();
}
