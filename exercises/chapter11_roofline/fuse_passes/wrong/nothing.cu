// expect: not-written case=one
// SPDX-License-Identifier: MIT-0
// Does nothing.
// [exercise]
/// out[i] = max(0, scale * in[i] + shift[i]) * in[i] for i in [0, n), in one pass.
/// Blocks of kBlock threads, any number of them.
__global__ void fused(float* out, const float* in, const float* shift, int n, float scale) {}
// [/exercise]
