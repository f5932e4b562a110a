// expect: wrong-answer case=one
// SPDX-License-Identifier: MIT-0
// Writes zeros.
// [exercise]
__global__ void conv1d(float* out, const float*, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = 0.0f;
}
// [/exercise]
