// SPDX-License-Identifier: MIT
//
// The index leaves the member array and stays inside the struct.
#include "../case.cuh"

struct Pair {
  int first[4];
  int second[4];
};

__global__ void fill(Pair* out, int n) {
  for (int k = 0; k < n; ++k) {
    out[threadIdx.x].first[k] = k;  // expect array-bounds: index 4 in int[4]
  }
}

int main() {
  Device<Pair> out(8);
  fill<<<1, 8>>>(out, 6);
  return finish();
}
