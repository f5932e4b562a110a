// expect: refused
// SPDX-License-Identifier: MIT-0
// Brackets of an attribute that are macros.
// clang-format off: it would take the trick apart
// [exercise]
#define LB [
#define RB ]
LB LB gnu::noinline RB RB __device__ int f() { return 1; }
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  
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
