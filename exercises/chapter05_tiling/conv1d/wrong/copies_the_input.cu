// expect: wrong-answer case=one
// SPDX-License-Identifier: MIT-0
// Copies.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// [/exercise]
