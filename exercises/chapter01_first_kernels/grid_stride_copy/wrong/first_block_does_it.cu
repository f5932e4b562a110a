// expect: not-written case=large
// SPDX-License-Identifier: MIT-0
// Hard-coded for what fits into a loop of 100,000.
// [exercise]
/// out[i] = in[i] for i in [0, n). May be launched with any number of blocks of any size:
/// fewer threads than elements, or more.
__global__ void copy(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;  // in the whole grid
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n && i < 100000; i += threads) {
    out[i] = in[i];
  }
}
// [/exercise]
