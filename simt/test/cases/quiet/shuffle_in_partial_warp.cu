// SPDX-License-Identifier: MIT
//
// A full mask is right though the block has 48 threads.
#include "../case.cuh"

__global__ void partial(int* out) {
  int v = threadIdx.x;
  v = __shfl_sync(0xffffffffu, v, 0);
  out[threadIdx.x] = v;
}

int main() {
  Device<int> out(48);
  partial<<<1, 48>>>(out);
  return finish();
}
