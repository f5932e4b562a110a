// expect: read-only case=one
// SPDX-License-Identifier: MIT-0
// Uses the input as a place of its own, and puts back what was there.
// [exercise]
/// out[i] = in[i] for i in [0, n). May be launched with any number of blocks of any size:
/// fewer threads than elements, or more.
__global__ void copy(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;  // in the whole grid
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    volatile float* mine = const_cast<float*>(&in[i]);
    const float value = *mine;
    *mine = 2.0f * value;
    out[i] = value;
    *mine = value;
  }
}
// [/exercise]
