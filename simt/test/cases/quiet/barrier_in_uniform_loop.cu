// SPDX-License-Identifier: MIT
//
// All threads go round the loop equally often.
#include "../case.cuh"

__global__ void rounds(int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    const int v = s[(threadIdx.x + 1) % 64];
    __syncthreads();
    s[threadIdx.x] = v;
  }
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  Device<int> out(64);
  rounds<<<1, 64>>>(out, 5);
  return finish();
}
