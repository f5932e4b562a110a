// SPDX-License-Identifier: MIT
//
// The end pointer is formed and never read.
#include "../case.cuh"

__global__ void sum(int* out, const int* begin, const int* end) {
  int total = 0;
  for (const int* p = begin + threadIdx.x; p < end; p += blockDim.x) total += *p;
  out[threadIdx.x] = total;
}

int main() {
  Filled<int> in(100);
  Device<int> out(32);
  sum<<<1, 32>>>(out, in, in + 100);
  return finish();
}
