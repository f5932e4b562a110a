// SPDX-License-Identifier: MIT
//
// A double lies at an odd multiple of 4 in a packed buffer.
#include "../case.cuh"

__global__ void read(double* out, const char* raw) {
  const double* shifted = reinterpret_cast<const double*>(raw + 4);
  out[threadIdx.x] = shifted[threadIdx.x];  // expect misaligned
}

int main() {
  Filled<char> raw(512);
  Device<double> out(32);
  read<<<1, 32>>>(out, raw);
  finish();
  return 0;
}
