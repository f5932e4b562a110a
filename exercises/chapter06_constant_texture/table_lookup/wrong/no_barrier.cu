// expect: race|uninitialised
// SPDX-License-Identifier: MIT-0
// Looks up before all is copied.
// [exercise]
/// out[i] = c_table[keys[i]] for i in [0, n); keys are in [0, kEntries). Blocks of kBlock threads,
/// any number of them.
__global__ void lookup(float* out, const unsigned char* keys, int n) {
  __shared__ float table[kEntries];
  // Once for each block; the lanes still read 32 places, but only here.
  for (int k = threadIdx.x; k < kEntries; k += kBlock) table[k] = c_table[k];

  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    out[i] = table[keys[i]];
  }
}
// [/exercise]
