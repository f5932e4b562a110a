// SPDX-License-Identifier: MIT
//
// A shared counter is used before anybody clears it.
#include "../case.cuh"

__global__ void count(int* out, const int* in) {
  __shared__ int bin;
  if (in[threadIdx.x] > 3) atomicAdd(&bin, 1);  // expect uninitialised: bin
  __syncthreads();
  if (threadIdx.x == 0) *out = bin;
}

int main() {
  Filled<int> in(32);
  Device<int> out(1);
  count<<<1, 32>>>(out, in);
  return finish();
}
