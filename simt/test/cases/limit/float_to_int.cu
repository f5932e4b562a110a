// SPDX-License-Identifier: MIT
//
// A float beyond the range of int is converted.
#include "../case.cuh"

__global__ void convert(int* out, const float* in) {
  out[threadIdx.x] = static_cast<int>(in[threadIdx.x] * 1e9f);  // expect float-cast
}

int main() {
  Filled<float> in(32);
  Device<int> out(32);
  convert<<<1, 32>>>(out, in);
  return finish();
}
