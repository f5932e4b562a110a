// SPDX-License-Identifier: MIT
//
// A plain store clears a counter that others already add to.
#include "../case.cuh"

__global__ void count(int* out, const int* in) {
  __shared__ int bin;
  if (threadIdx.x == 0) bin = 0;
  if (in[threadIdx.x] > 9) atomicAdd(&bin, 1);  // expect race-atomic
  __syncthreads();
  if (threadIdx.x == 0) *out = bin;
}

int main() {
  Filled<int> in(64);
  Device<int> out(1);
  count<<<1, 64>>>(out, in);
  return finish();
}
