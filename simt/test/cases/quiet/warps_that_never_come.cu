// SPDX-License-Identifier: MIT
//
// Whole warps leave first; those that stay use barriers of their warp only.
#include "../case.cuh"

__global__ void rotate(int* out, const int* in) {
  __shared__ int tile[128];
  const int t = threadIdx.x, warp = t / 32;
  if (warp % 2 == 1) return;
  tile[t] = in[t];
  __syncwarp();
  out[t] = tile[warp * 32 + (t + 1) % 32];
}

int main() {
  Filled<int> in(128);
  Zeroed<int> out(128);
  rotate<<<1, 128>>>(out, in);
  return finish() != 0 || out.host()[31] != 1 || out.host()[40] != 0;
}
