// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Each thread copies a piece of its own: right, but lanes are far apart.
// [exercise]
__global__ void copy(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;
  const int piece = (n + threads - 1) / threads;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
  for (int i = first; i < first + piece && i < n; ++i) out[i] = in[i];
}
// [/exercise]
