// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Right, but each input is fetched many times.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) {
    const int source = i + k - kRadius;
    if (source >= 0 && source < n) sum += c_weights[k] * in[source];
  }
  out[i] = sum;
}
// [/exercise]
