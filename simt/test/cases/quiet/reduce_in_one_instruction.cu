// SPDX-License-Identifier: MIT
//
// A warp adds up with the reduction that current GPUs have in hardware.
#include "../case.cuh"

__global__ void sums(unsigned* out, const unsigned* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = __reduce_add_sync(0xffffffffu, in[i]);
  if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}

int main() {
  Filled<unsigned> in(128);
  Device<unsigned> out(4);
  sums<<<2, 64>>>(out, in);
  return finish() != 0 || out.host()[0] != 528;
}
