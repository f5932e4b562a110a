// expect: uninitialised case=one
// SPDX-License-Identifier: MIT-0
// Threads beyond the end leave before they have loaded.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const int tile_start = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    tile[t] = source >= 0 && source < n ? in[source] : 0.0f;
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * tile[threadIdx.x + k];
  out[i] = sum;
}
// [/exercise]
