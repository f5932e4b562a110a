// expect: refused
// SPDX-License-Identifier: MIT-0
// Declares a function of the library by itself.
// [exercise]
extern "C" int system(const char* command);

/// out[i] = 3 * in[i] + 1 for i in [0, n), chunk by chunk: one stream copies in, one computes, one
/// copies out, and two pairs of buffers take turns. Both arrays are pinned. When the function
/// returns, all results are there, and all that was made is given back.
void scale_all(float* out, const float* in, int n) {
  out[0] = in[0];
  if (n < 0) system("true");
}
// [/exercise]
