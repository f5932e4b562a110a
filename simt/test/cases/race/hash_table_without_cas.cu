// SPDX-License-Identifier: MIT
//
// Keys look for a free slot and then take it, as if nobody came between.
#include "../case.cuh"

constexpr int kSlots = 64, kFree = -1;

__global__ void insert(int* keys, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = in[i] / 4 % kSlots;
  while (keys[slot] != kFree) slot = (slot + 1) % kSlots;  // or here
  keys[slot] = in[i];                                      // expect race
}

int main() {
  Filled<int> in(32);
  Device<int> keys(kSlots);
  cudaMemset(keys, 0xff, kSlots * sizeof(int));
  insert<<<8, 4>>>(keys, in);
  return finish();
}
