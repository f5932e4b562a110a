// expect: wrong-answer case=four
// SPDX-License-Identifier: MIT-0
// Three of four are scaled.
// [exercise]
/// out[i] = factor * in[i] for i in [0, n). Both arrays begin at a multiple of 16 bytes.
/// Launched with at least one thread for each four elements.
__global__ void scale(float* out, const float* in, float factor, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= n) {
    const float4 v = *reinterpret_cast<const float4*>(in + first);
    *reinterpret_cast<float4*>(out + first) =
        make_float4(factor * v.x, factor * v.y, factor * v.z, v.w);
  } else {
    for (int i = first; i < n; ++i) out[i] = factor * in[i];  // at most three
  }
}
// [/exercise]
