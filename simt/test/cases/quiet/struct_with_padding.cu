// SPDX-License-Identifier: MIT
//
// Copies of a struct read padding bytes that nobody wrote.
#include "../case.cuh"

struct Item {
  char tag;
  int value;
};

__global__ void copy(Item* out, const Item* in) {
  Item item = in[threadIdx.x];
  item.value += 1;
  out[threadIdx.x] = item;
}

__global__ void make(Item* out) {
  out[threadIdx.x].tag = 'x';
  out[threadIdx.x].value = threadIdx.x;
}

int main() {
  Device<Item> a(32), b(32);
  make<<<1, 32>>>(a);
  copy<<<1, 32>>>(b, a);
  return finish();
}
