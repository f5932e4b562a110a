// expect: too-much-traffic
// SPDX-License-Identifier: MIT-0
// Each step through memory.
// [exercise]
/// out[i] = max(0, scale * in[i] + shift[i]) * in[i] for i in [0, n), in one pass.
/// Blocks of kBlock threads, any number of them.
__global__ void fused(float* out, const float* in, const float* shift, int n, float scale) {
  volatile float* line = out;
  const volatile float* again = in;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    line[i] = scale * again[i] + shift[i];
    line[i] = fmaxf(line[i], 0.0f);
    line[i] = line[i] * again[i];
  }
}
// [/exercise]
