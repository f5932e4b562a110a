// SPDX-License-Identifier: MIT
//
// Warps scan by shuffle, the first warp scans their sums.
#include "../case.cuh"

__global__ void scan(int* data) {
  __shared__ int sums[4];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v = data[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    const int before = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += before;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  for (int w = 0; w < warp; ++w) v += sums[w];
  data[threadIdx.x] = v;
}

int main() {
  Filled<int> data(128);
  scan<<<1, 128>>>(data);
  return finish() != 0 || data.host()[127] != 128 * 129 / 2;
}
