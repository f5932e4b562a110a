// SPDX-License-Identifier: MIT-0
// An array whose indices are all known: the loops are unrolled.
// [exercise]
__global__ void rank(int* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float a = in[i], b = in[i + 1], c = in[i + 2], d = in[i + 3];
  const float e = in[i + 4], f = in[i + 5], g = in[i + 6], h = in[i + 7];
  out[i] = (b < a) + (c < a) + (d < a) + (e < a) + (f < a) + (g < a) + (h < a);
}
// [/exercise]
