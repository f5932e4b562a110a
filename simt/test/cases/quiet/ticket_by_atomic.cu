// SPDX-License-Identifier: MIT
//
// Each thread takes a slot of its own from a counter.
#include "../case.cuh"

__device__ int slots;

__global__ void compact(int* out, const int* in) {
  const int v = in[blockIdx.x * 64 + threadIdx.x];
  if (v % 3 == 0) out[atomicAdd(&slots, 1)] = v;
}

int main() {
  Filled<int> in(256);
  Device<int> out(256);
  compact<<<4, 64>>>(out, in);
  return finish();
}
