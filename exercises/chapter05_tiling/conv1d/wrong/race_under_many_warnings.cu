// expect: launch-failed|race
// SPDX-License-Identifier: MIT-0
// Fills the list of findings, so that its race would find no place.
// [exercise]
template <int N>
__device__ int overflow(int x) {
  if constexpr (N > 0) {
    return (x + 2147483647) ^ overflow<N - 1>(x);
  } else {
    return 0;
  }
}

__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  const int tile_start = blockIdx.x * kBlock - kRadius;
  const int noise = overflow<250>(threadIdx.x + 1) == 12345 ? 1 : 0;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    tile[t] = source >= 0 && source < n ? in[source] : 0.0f;
  }
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * tile[threadIdx.x + k + noise];
    out[i] = sum;
  }
}
// [/exercise]
