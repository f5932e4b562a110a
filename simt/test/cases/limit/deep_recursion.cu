// SPDX-License-Identifier: MIT
//
// The recursion has no end.
#include "../case.cuh"

__device__ __noinline__ int down(int n) {  // expect stack-overflow
  volatile int local[64];
  local[n & 63] = n;
  return n < 0 ? 0 : down(n + 1) + local[n & 63];
}

__global__ void recurse(int* out) { *out = down(0); }

int main() {
  Device<int> out(1);
  recurse<<<1, 1>>>(out);
  finish();
  return 0;
}
