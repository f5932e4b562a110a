// expect: not-written case=fewer
// SPDX-License-Identifier: MIT-0
// Stops after one element a thread.
// [exercise]
/// out[i] = in[i] for i in [0, n). May be launched with any number of blocks of any size:
/// fewer threads than elements, or more.
__global__ void copy(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;  // in the whole grid
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threads > 0) {
    out[i] = in[i];
  }
}
// [/exercise]
