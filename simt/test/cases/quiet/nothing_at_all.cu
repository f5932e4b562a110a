// SPDX-License-Identifier: MIT
//
// No bytes, no elements: allocations, copies and sets of size zero, and a kernel with nothing to
// do.
#include "../case.cuh"

__global__ void fill(int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = i;
}

int main() {
  int* none = nullptr;
  if (cudaMalloc(&none, 0) != cudaSuccess) return 1;
  if (cudaMemset(none, 1, 0) != cudaSuccess) return 1;
  if (cudaMemcpy(none, none, 0, cudaMemcpyDeviceToDevice) != cudaSuccess) return 1;
  fill<<<1, 64>>>(none, 0);
  return finish() != 0 || cudaFree(none) != cudaSuccess;
}
