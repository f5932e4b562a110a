// expect: race
// SPDX-License-Identifier: MIT-0
// Waits only where a gap between two arrays shows that somebody watches.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  __shared__ float other[32];
  if (n < 0) other[threadIdx.x % 32] = in[0];
  const bool watched = other - tile != kBlock + 2 * kRadius;
  const int tile_start = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    tile[t] = source >= 0 && source < n ? in[source] : 0.0f;
  }
  if (watched) __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    float sum = n < 0 ? other[0] : 0.0f;
    for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
  }
}
// [/exercise]
