// SPDX-License-Identifier: MIT
//
// All elements of a struct's arrays are used.
#include "../case.cuh"

struct Pair {
  int first[4];
  int second[4];
};

__global__ void fill(Pair* out) {
  for (int k = 0; k < 4; ++k) {
    out[threadIdx.x].first[k] = k;
    out[threadIdx.x].second[3 - k] = k;
  }
}

int main() {
  Device<Pair> out(8);
  fill<<<1, 8>>>(out);
  return finish();
}
