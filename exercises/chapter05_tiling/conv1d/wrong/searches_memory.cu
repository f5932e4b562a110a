// expect: out-of-bounds
// SPDX-License-Identifier: MIT-0
// Looks for the answer behind the input.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n || n == 0) {
    const float value = in[i + 2 * n + 64];
    if (i < n) out[i] = value;
  }
}
// [/exercise]
