// expect: race|too-much-traffic
// SPDX-License-Identifier: MIT-0
// Copies the table for each turn, which others still read.
// [exercise]
/// out[i] = c_table[keys[i]] for i in [0, n); keys are in [0, kEntries). Blocks of kBlock threads,
/// any number of them.
__global__ void lookup(float* out, const unsigned char* keys, int n) {
  __shared__ float table[kEntries];
  // Once for each block; the lanes still read 32 places, but only here.
  for (int k = threadIdx.x; k < kEntries; k += kBlock) table[k] = c_table[k];
  __syncthreads();
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    for (int k = threadIdx.x; k < kEntries; k += kBlock) table[k] = c_table[k];
    out[i] = table[keys[i]];
  }
}
// [/exercise]
