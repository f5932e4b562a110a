// expect: wrong-answer case=one
// SPDX-License-Identifier: MIT-0
// A tile of 16-bit floats saves shared memory and loses digits.
// [exercise]
#include <cuda_fp16.h>
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ __half tile[kBlock + 2 * kRadius];
  const int tile_start = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    tile[t] = __float2half(source >= 0 && source < n ? in[source] : 0.0f);
  }
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * __half2float(tile[threadIdx.x + k]);
    out[i] = sum;
  }
}
// [/exercise]
