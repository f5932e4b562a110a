// expect: refused
// SPDX-License-Identifier: MIT-0
// Tells the judge that another kernel is the one.
// [exercise]
/// out[i] = 3 * in[i] + 1 for i in [0, n), chunk by chunk: one stream copies in, one computes, one
/// copies out, and two pairs of buffers take turns. Both arrays are pinned. When the function
/// returns, all results are there, and all that was made is given back.
void scale_all(float* out, const float* in, int n) {
  judge::run(nullptr, scale_all, nullptr, true);
  out[0] = in[n];
}
// [/exercise]
