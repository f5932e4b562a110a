// SPDX-License-Identifier: MIT
//
// A copy between device buffers carries values along.
#include "../case.cuh"

__global__ void add(int* data) { data[threadIdx.x] += 5; }

int main() {
  Filled<int> from(32);
  Device<int> to(32);
  cudaMemcpy(to, from, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
  add<<<1, 32>>>(to);
  return finish();
}
