// SPDX-License-Identifier: MIT-0
// Maximum and sum in one pass: the sum is scaled when the maximum grows.
// [exercise]
__global__ void softmax(float* out, const float* in, int columns) {
  __shared__ float maxima[kBlock], sums[kBlock];
  const int t = threadIdx.x;
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float largest = -1e30f, sum = 0.0f;
  for (int k = t; k < columns; k += kBlock) {
    const float x = row[k], grown = fmaxf(largest, x);
    sum = sum * expf(largest - grown) + expf(x - grown);
    largest = grown;
  }
  maxima[t] = largest;
  sums[t] = sum;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) {
      const float a = maxima[t], b = maxima[t + half], grown = fmaxf(a, b);
      sums[t] = sums[t] * expf(a - grown) + sums[t + half] * expf(b - grown);
      maxima[t] = grown;
    }
  }
  __syncthreads();
  for (int k = t; k < columns; k += kBlock) {
    out[static_cast<size_t>(blockIdx.x) * columns + k] = expf(row[k] - maxima[0]) / sums[0];
  }
}
// [/exercise]
