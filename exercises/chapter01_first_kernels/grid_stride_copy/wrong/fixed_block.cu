// expect: not-written case=fewer
// SPDX-License-Identifier: MIT-0
// Counts on blocks of 128 threads.
// [exercise]
/// out[i] = in[i] for i in [0, n). May be launched with any number of blocks of any size:
/// fewer threads than elements, or more.
__global__ void copy(float* out, const float* in, int n) {
  const int threads = gridDim.x * 128;  // in the whole grid
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    out[i] = in[i];
  }
}
// [/exercise]
