// expect: crashed
// SPDX-License-Identifier: MIT-0
// The host does the work, and no GPU is asked.
// [exercise]
/// out[i] = 3 * in[i] + 1 for i in [0, n), chunk by chunk: one stream copies in, one computes, one
/// copies out, and two pairs of buffers take turns. Both arrays are pinned. When the function
/// returns, all results are there, and all that was made is given back.
void scale_all(float* out, const float* in, int n) {
  for (int i = 0; i < n; ++i) out[i] = 3.0f * in[i] + 1.0f;
}
// [/exercise]
