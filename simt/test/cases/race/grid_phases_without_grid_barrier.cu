// SPDX-License-Identifier: MIT
//
// A block barrier where a barrier of the whole grid was needed.
#include "../case.cuh"

__global__ void phases(int* out, int* between, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  between[i] = i * i;  // or here
  __syncthreads();
  out[i] = between[(i + 32) % n];  // expect race-global or uninitialised
}

int main() {
  Device<int> out(128), between(128);
  phases<<<4, 32>>>(out, between, 128);
  return finish();
}
