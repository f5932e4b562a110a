// SPDX-License-Identifier: MIT
//
// A pointer to the middle of a buffer, with indices of both signs.
#include "../case.cuh"

__global__ void mirror(float* out, const float* centre, int radius) {
  const int i = static_cast<int>(threadIdx.x) - radius;
  if (i <= radius) out[threadIdx.x] = centre[-i];
}

int main() {
  Filled<float> values(41);
  Device<float> out(41);
  mirror<<<1, 64>>>(out, values + 20, 20);
  return finish() != 0 || out.host()[0] != 41;
}
