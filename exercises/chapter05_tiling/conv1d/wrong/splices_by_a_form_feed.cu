// expect: refused
// SPDX-License-Identifier: MIT-0
// A name over two lines, with a form feed behind the backslash.
// clang-format off: it would take the trick apart
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  as\
m volatile("" ::: "memory");
  const int t0 = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int s = t0 + t;
    tile[t] = s >= 0 && s < n ? in[s] : 0.0f;
  }
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
  }
}
// [/exercise]
