// SPDX-License-Identifier: MIT
//
// Lanes leave a loop at different times and meet again.
#include "../case.cuh"

__global__ void collatz(int* out) {
  unsigned n = threadIdx.x + 1;
  int steps = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++steps;
  }
  __syncthreads();
  out[threadIdx.x] = steps;
}

int main() {
  Device<int> out(64);
  collatz<<<1, 64>>>(out);
  return finish();
}
