// expect: wrong-answer case=equal
// SPDX-License-Identifier: MIT-0
// Equal is not less.
// [exercise]
/// out[i] = how many of in[i + 1], ..., in[i + kWindow - 1] are less than in[i], for i in [0, n);
/// in has n + kWindow - 1 elements. Launched with at least n threads.
__global__ void rank(int* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float own = in[i];
  int less = 0;
  for (int k = 1; k < kWindow; ++k) {
    if (in[i + k] <= own) ++less;  // each value is used once: no array at all
  }
  out[i] = less;
}
// [/exercise]
