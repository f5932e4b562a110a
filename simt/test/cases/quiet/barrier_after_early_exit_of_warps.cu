// SPDX-License-Identifier: MIT
//
// Threads that left the kernel are not waited for.
#include "../case.cuh"

__global__ void early(float* out, const float* in, int n) {
  __shared__ float tile[128];
  if (threadIdx.x >= n) return;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

int main() {
  Filled<float> in(128);
  Device<float> out(128);
  early<<<1, 128>>>(out, in, 96);
  return finish();
}
