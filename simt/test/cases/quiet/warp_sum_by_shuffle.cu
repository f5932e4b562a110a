// SPDX-License-Identifier: MIT
//
// A warp adds up with shuffles, the block with one array.
#include "../case.cuh"

__global__ void sum(int* out, const int* in) {
  __shared__ int part[4];
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) *out = part[0] + part[1] + part[2] + part[3];
}

int main() {
  Filled<int> in(128);
  Device<int> out(1);
  sum<<<1, 128>>>(out, in);
  return finish() != 0 || out.host()[0] != 128 * 129 / 2;
}
