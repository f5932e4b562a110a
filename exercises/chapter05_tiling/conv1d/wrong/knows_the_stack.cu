// expect: race
// SPDX-License-Identifier: MIT-0
// Waits only where the distance of two local arrays shows the compiler's checks.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  int a[8] = {};
  int b[8] = {};
  for (int k = 0; k < 8; ++k) {
    a[(k + n) & 7] = k;
    b[(k + n + 1) & 7] = k;
  }
  const long long distance = reinterpret_cast<char*>(a) - reinterpret_cast<char*>(b);
  const bool watched = distance != 32 && distance != -32;
  const int tile_start = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    tile[t] = source >= 0 && source < n ? in[source] : 0.0f;
  }
  if (watched) __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    float sum = a[n & 7] == b[n & 7] ? 0.0f : 0.0f;
    for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
  }
}
// [/exercise]
