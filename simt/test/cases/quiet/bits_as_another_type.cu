// SPDX-License-Identifier: MIT
//
// The same bytes as float and as integer, by intrinsic, by memcpy and through a pointer.
#include <cstring>

#include "../case.cuh"

__global__ void flip(float* values, unsigned* signs) {
  const int i = threadIdx.x;
  const unsigned bits = __float_as_uint(values[i]);
  unsigned copy = 0;
  memcpy(&copy, &values[i], sizeof(copy));
  signs[i] = bits ^ copy;
  reinterpret_cast<unsigned*>(values)[i] = bits | 0x80000000u;
}

int main() {
  Filled<float> values(40);
  Device<unsigned> signs(40);
  flip<<<1, 40>>>(values, signs);
  return finish() != 0 || values.host()[6] != -7 || signs.host()[6] != 0;
}
