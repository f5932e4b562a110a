// SPDX-License-Identifier: MIT
//
// A kernel writes into constant memory through a cast.
#include "../case.cuh"

__constant__ int table[4];

__global__ void write(const int* through) {
  const_cast<int*>(through)[threadIdx.x] = 1;  // expect read-only
}

int main() {
  void* address = nullptr;
  cudaGetSymbolAddress(&address, table);
  write<<<1, 4>>>(static_cast<const int*>(address));
  finish();
  return 0;
}
