// expect: wrong-answer case=one
// SPDX-License-Identifier: MIT-0
// A NaN compares false with everything, and is no answer.
// [exercise]
__global__ void conv1d(float* out, const float*, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = nanf("");
}
// [/exercise]
