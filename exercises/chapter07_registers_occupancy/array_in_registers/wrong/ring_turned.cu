// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Another ring: its index is still not known.
// [exercise]
__global__ void rank(int* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float window[kWindow];
  const int start = threadIdx.x & 7;
  for (int k = 0; k < kWindow; ++k) window[(k + start) & 7] = in[i + k];
  int less = 0;
  for (int k = 0; k < kWindow; ++k) {
    if (window[k] < window[start]) ++less;
  }
  out[i] = less;
}
// [/exercise]
