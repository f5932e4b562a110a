// expect: too-much-traffic|race-atomic
// SPDX-License-Identifier: MIT-0
// Counts its launches, and is careful only in the first.
// [exercise]
__device__ int launches = 0;
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  const bool first = *static_cast<volatile int*>(&launches) < static_cast<int>(gridDim.x);
  const int tile_start = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    tile[t] = first && source >= 0 && source < n ? in[source] : 0.0f;
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&launches, 1);
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) {
    const int source = i + k - kRadius;
    if (source < 0 || source >= n) continue;
    sum += c_weights[k] * (first ? tile[threadIdx.x + k] : in[source]);
  }
  out[i] = sum;
}
// [/exercise]
