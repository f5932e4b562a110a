// SPDX-License-Identifier: MIT
//
// The first thread looks at its left neighbour.
#include "../case.cuh"

__device__ float left(const float* tile, int t) {
  return tile[t - 1];  // expect out-of-bounds: 4 bytes before the start of tile | threads=1
}

__global__ void differences(float* out, const float* in) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[t] - left(tile, t);
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  differences<<<1, 64>>>(out, in);
  finish();
  return 0;
}
