// SPDX-License-Identifier: MIT-0
// Both polynomials are one with other numbers, so nothing is left to branch on.
// [exercise]
__global__ void evaluate(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int odd = i & 1;
  const float add = 0.5f - 0.25f * static_cast<float>(odd);
  const float x = in[i] * static_cast<float>(1 - 2 * odd);
  float sum = static_cast<float>(odd);
  for (int k = 0; k < 16; ++k) sum = sum * x + add;
  out[i] = sum;
}
// [/exercise]
