// SPDX-License-Identifier: MIT-0
// Even and odd warps.
// [exercise]
__global__ void evaluate(float* out, const float* in, int n) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int i = blockIdx.x * kBlock + warp / 2 * 64 + lane * 2 + warp % 2;
  if (i >= n) return;
  out[i] = warp % 2 != 0 ? odd_value(in[i]) : even_value(in[i]);
}
// [/exercise]
