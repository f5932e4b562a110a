// SPDX-License-Identifier: MIT
//
// Warps use parts of an array that do not overlap.
#include "../case.cuh"

__global__ void parts(int* out, const int* in) {
  __shared__ int s[128];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int* mine = s + warp * 64;
  mine[lane] = in[threadIdx.x];
  mine[lane + 32] = in[threadIdx.x] + 1;
  __syncwarp();
  out[threadIdx.x] = mine[63 - lane];
}

int main() {
  Filled<int> in(64);
  Device<int> out(64);
  parts<<<1, 64>>>(out, in);
  return finish();
}
