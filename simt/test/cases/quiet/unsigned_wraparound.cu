// SPDX-License-Identifier: MIT
//
// Unsigned arithmetic wraps around by definition.
#include "../case.cuh"

__global__ void hash(unsigned* out) {
  unsigned h = threadIdx.x * 2654435761u;
  h ^= h >> 15;
  h *= 2246822519u;
  out[threadIdx.x] = h << 31 | h >> 1;
}

int main() {
  Device<unsigned> out(64);
  hash<<<1, 64>>>(out);
  return finish();
}
