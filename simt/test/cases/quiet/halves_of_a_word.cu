// SPDX-License-Identifier: MIT
//
// Two 16-bit values of one word are written by different blocks.
#include "../case.cuh"

__global__ void write(unsigned short* out) { out[2 * threadIdx.x + blockIdx.x] = threadIdx.x + 1; }

int main() {
  Device<unsigned short> out(128);
  write<<<2, 64>>>(out);
  return finish();
}
