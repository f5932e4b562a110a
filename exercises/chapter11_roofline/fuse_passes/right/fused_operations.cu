// SPDX-License-Identifier: MIT-0
// With fused multiply-adds, and a maximum.
// [exercise]
/// out[i] = max(0, scale * in[i] + shift[i]) * in[i] for i in [0, n), in one pass.
/// Blocks of kBlock threads, any number of them.
__global__ void fused(float* out, const float* in, const float* shift, int n, float scale) {
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  while (i < n) {
    const float x = in[i];
    out[i] = x * fmaxf(0.0f, fmaf(scale, x, shift[i]));
    i += step;
  }
}
// [/exercise]
