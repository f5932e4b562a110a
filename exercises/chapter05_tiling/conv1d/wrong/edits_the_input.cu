// expect: input-changed|read-only case=one
// SPDX-License-Identifier: MIT-0
// Scales the input in place first.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int tile_start = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    tile[t] = source >= 0 && source < n ? in[source] : 0.0f;
  }
  __syncthreads();
  if (i < n) {
    const_cast<float*>(in)[i] = 0.0f;
    float sum = 0.0f;
    for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
  }
}
// [/exercise]
