// SPDX-License-Identifier: MIT
//
// Doubles and float4 in shared memory, exchanged with a barrier.
#include "../case.cuh"

__global__ void swap(double* a, float4* b) {
  __shared__ double d[32];
  __shared__ float4 v[32];
  d[threadIdx.x] = a[threadIdx.x];
  v[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = d[31 - threadIdx.x] + v[threadIdx.x ^ 1].x;
  b[threadIdx.x] = v[31 - threadIdx.x];
}

int main() {
  Filled<double> a(32);
  Filled<float> b(128);
  swap<<<1, 32>>>(a, reinterpret_cast<float4*>(static_cast<float*>(b)));
  return finish();
}
