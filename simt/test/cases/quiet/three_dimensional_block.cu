// SPDX-License-Identifier: MIT
//
// All of a block's threads meet, whatever its shape.
#include "../case.cuh"

__global__ void sum(int* out) {
  __shared__ int s[4][4][4];
  s[threadIdx.z][threadIdx.y][threadIdx.x] = (threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x;
  __syncthreads();
  out[(threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x] = s[threadIdx.x][threadIdx.z][threadIdx.y];
}

int main() {
  Device<int> out(64);
  sum<<<1, dim3(4, 4, 4)>>>(out);
  return finish();
}
