// SPDX-License-Identifier: MIT
//
// Whoever finds something sets the same flag; the next launch reads it.
#include "../case.cuh"

__global__ void search(int* found, const int* in, int wanted, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % wanted == 0) *found = 1;
}

__global__ void tell(int* out, const int* found) { out[threadIdx.x] = *found; }

int main() {
  Filled<int> in(100);
  Zeroed<int> found(1);
  Device<int> out(32);
  search<<<4, 32>>>(found, in, 7, 100);
  tell<<<1, 32>>>(out, found);
  return finish() != 0 || out.host()[31] != 1;
}
