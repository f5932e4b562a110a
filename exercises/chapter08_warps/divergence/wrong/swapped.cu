// expect: wrong-answer case=pair
// SPDX-License-Identifier: MIT-0
// The polynomials change places.
// [exercise]
/// out[i] = even_value(in[i]) where i is even, odd_value(in[i]) where it is odd; n is even.
/// Launched with at least n threads, in blocks of kBlock.
__global__ void evaluate(float* out, const float* in, int n) {
  // The first half of the block's warps takes the even elements, the second half the odd ones.
  const bool odd = threadIdx.x >= kBlock / 2;
  const int pair = threadIdx.x % (kBlock / 2);
  const int i = blockIdx.x * kBlock + 2 * pair + (odd ? 1 : 0);
  if (i < n) {
    if (odd) {
      out[i] = even_value(in[i] + 0.0f);
    } else {
      out[i] = odd_value(in[i]);
    }
  }
}
// [/exercise]
