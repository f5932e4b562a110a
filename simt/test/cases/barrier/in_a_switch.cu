// SPDX-License-Identifier: MIT
//
// One arm of a switch holds the barrier; the others go past it.
#include "../case.cuh"

__global__ void steps(int* out, const int* kinds) {
  const int t = threadIdx.x;
  switch (kinds[t] % 3) {
    case 0:
      __syncthreads();  // expect barrier-divergence
      out[t] = 0;
      break;
    case 1:
      out[t] = 1;
      break;
    default:
      out[t] = 2;
  }
  __syncthreads();  // or here
  out[t] += 1;
}

int main() {
  Filled<int> kinds(64);
  Device<int> out(64);
  steps<<<1, 64>>>(out, kinds);
  return finish();
}
