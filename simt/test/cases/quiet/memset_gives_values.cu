// SPDX-License-Identifier: MIT
//
// cudaMemset counts as writing.
#include "../case.cuh"

__global__ void add(int* data) { data[threadIdx.x] += 5; }

int main() {
  Zeroed<int> data(32);
  add<<<1, 32>>>(data);
  return finish();
}
