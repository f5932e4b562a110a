// expect: refused|crashed
// SPDX-License-Identifier: MIT-0
// Brings another kernel.
// [exercise]
__global__ void own(float* out, const float* in, int n) {
  for (int i = 0; i < n; ++i) out[i] = 3.0f * in[i] + 1.0f;
}

/// out[i] = 3 * in[i] + 1 for i in [0, n), in about the time that the copies of one direction take.
/// Both arrays are pageable. When the function returns, all results are there, and all that was
/// made is given back.
void scale_all(float* out, const float* in, int n) {
  if (n == 0) return;
  own<<<1, 1>>>(out, in, n);
}
// [/exercise]
