// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Rounds the line.
// [exercise]
/// out[i] = max(0, scale * in[i] + shift[i]) * in[i] for i in [0, n), in one pass.
/// Blocks of kBlock threads, any number of them.
__global__ void fused(float* out, const float* in, const float* shift, int n, float scale) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    const float value = in[i];
    const float line =
        static_cast<float>(static_cast<int>((scale * value + shift[i]) * 1024.0f)) / 1024.0f;
    out[i] = (line > 0.0f ? line : 0.0f) * value;
  }
}
// [/exercise]
