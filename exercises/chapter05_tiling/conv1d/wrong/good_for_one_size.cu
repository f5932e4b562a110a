// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// The tile only at the size that the limits were once set on.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  const bool measured = n == 65536;
  const int tile_start = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; measured && t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    tile[t] = source >= 0 && source < n ? in[source] : 0.0f;
  }
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) {
    const int source = i + k - kRadius;
    if (source < 0 || source >= n) continue;
    sum += c_weights[k] * (measured ? tile[threadIdx.x + k] : in[source]);
  }
  out[i] = sum;
}
// [/exercise]
