// SPDX-License-Identifier: MIT
//
// A grid-stride loop, a shared tree, one atomic a block.
#include "../case.cuh"

__global__ void sum(unsigned long long* total, const int* in, int n) {
  __shared__ unsigned long long part[64];
  unsigned long long v = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) v += in[i];
  part[threadIdx.x] = v;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(total, part[0]);
}

int main() {
  Filled<int> in(1000);
  Zeroed<unsigned long long> total(1);
  sum<<<3, 64>>>(total, in, 1000);
  return finish() != 0 || total.host()[0] != 500500;
}
