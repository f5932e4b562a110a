// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Forgets the last step.
// [exercise]
/// out[i] = max(0, scale * in[i] + shift[i]) * in[i] for i in [0, n), in one pass.
/// Blocks of kBlock threads, any number of them.
__global__ void fused(float* out, const float* in, const float* shift, int n, float scale) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    const float value = in[i];
    const float line = scale * value + shift[i];
    out[i] = (line > 0.0f ? line : 0.0f);
  }
}
// [/exercise]
