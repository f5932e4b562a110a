// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Groups of eight lanes: still less than a warp.
// [exercise]
/// out[i] = even_value(in[i]) where i is even, odd_value(in[i]) where it is odd; n is even.
/// Launched with at least n threads, in blocks of kBlock.
__global__ void evaluate(float* out, const float* in, int n) {
  // The first half of the block's warps takes the even elements, the second half the odd ones.
  const bool odd = threadIdx.x / 8 % 2 == 1;
  const int pair = threadIdx.x / 16 * 8 + threadIdx.x % 8;
  const int i = blockIdx.x * kBlock + 2 * pair + (odd ? 1 : 0);
  if (i < n) {
    if (odd) {
      out[i] = odd_value(in[i]);
    } else {
      out[i] = even_value(in[i]);
    }
  }
}
// [/exercise]
