// SPDX-License-Identifier: MIT
//
// Keys claim slots of a hash table with compare and swap; values go to whoever owns the slot.
#include "../case.cuh"

constexpr int kSlots = 256, kFree = -1;

__global__ void insert(int* keys, int* values, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int slot = in[i] * 36 % kSlots;
  while (atomicCAS(&keys[slot], kFree, in[i]) != kFree) slot = (slot + 1) % kSlots;
  values[slot] = 2 * in[i];
}

__global__ void look_up(int* out, const int* keys, const int* values, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int slot = in[i] * 36 % kSlots;
  while (keys[slot] != in[i]) slot = (slot + 1) % kSlots;
  out[i] = values[slot];
}

int main() {
  Filled<int> in(150);
  Device<int> keys(kSlots), values(kSlots), out(150);
  cudaMemset(keys, 0xff, kSlots * sizeof(int));
  insert<<<3, 64>>>(keys, values, in, 150);
  look_up<<<3, 64>>>(out, keys, values, in, 150);
  return finish() != 0 || out.host()[149] != 300;
}
