// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// The step is a block, so that blocks copy what others copied.
// [exercise]
/// out[i] = in[i] for i in [0, n). May be launched with any number of blocks of any size:
/// fewer threads than elements, or more.
__global__ void copy(float* out, const float* in, int n) {
  const int threads = blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    out[i] = in[i];
  }
}
// [/exercise]
