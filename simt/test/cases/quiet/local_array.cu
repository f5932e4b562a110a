// SPDX-License-Identifier: MIT
//
// An array of each thread's own, indexed at run time.
#include "../case.cuh"

__global__ void local(int* out, int n) {
  int a[16];
  for (int k = 0; k < 16; ++k) a[k] = k * threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[(k * 5 + threadIdx.x) % 16];
  out[threadIdx.x] = sum;
}

int main() {
  Device<int> out(64);
  local<<<1, 64>>>(out, 9);
  return finish();
}
