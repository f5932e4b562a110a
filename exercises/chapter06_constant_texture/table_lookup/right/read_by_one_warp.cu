// SPDX-License-Identifier: MIT-0
// One warp copies; the table is read a word for each lane in eight turns.
// [exercise]
__global__ void lookup(float* out, const unsigned char* keys, int n) {
  __shared__ float copy[kEntries];
  if (threadIdx.x < 32) {
    for (int k = 0; k < kEntries / 32; ++k)
      copy[32 * k + threadIdx.x] = c_table[32 * k + threadIdx.x];
  }
  __syncthreads();
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += step) {
    const int key = keys[i];
    out[i] = copy[key];
  }
}
// [/exercise]
