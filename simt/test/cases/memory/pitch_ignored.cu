// SPDX-License-Identifier: MIT
//
// Rows are 64 bytes apart in memory and 40 in the index.
#include "../case.cuh"

__global__ void fill(float* out, int width, int height, int pitch) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) out[y * pitch + x] = 1;  // expect out-of-bounds
}

int main() {
  Device<float> out(10 * 4);
  fill<<<1, dim3(16, 4)>>>(out, 10, 4, 16);
  finish();
  return 0;
}
