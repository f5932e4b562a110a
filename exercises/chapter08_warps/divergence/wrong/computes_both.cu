// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Loads and stores for both kinds, in all threads.
// [exercise]
__global__ void evaluate(float* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  if (i % 2 == 0) out[i] = even_value(in[i]);
  if (i % 2 == 1) out[i] = odd_value(in[i]);
}
// [/exercise]
