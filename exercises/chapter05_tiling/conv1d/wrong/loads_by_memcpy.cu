// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Fetches the whole window of each output with one copy.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float window[kTaps] = {};
  const int first = max(0, i - kRadius);
  const int last = min(n - 1, i + kRadius);
  __builtin_memcpy(window + (first - (i - kRadius)), in + first,
                   (last - first + 1) * sizeof(float));
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * window[k];
  out[i] = sum;
}
// [/exercise]
