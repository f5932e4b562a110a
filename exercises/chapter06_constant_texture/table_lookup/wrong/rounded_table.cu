// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Keeps the table in 16 bits.
// [exercise]
/// out[i] = c_table[keys[i]] for i in [0, n); keys are in [0, kEntries). Blocks of kBlock threads,
/// any number of them.
#include <cuda_fp16.h>
__global__ void lookup(float* out, const unsigned char* keys, int n) {
  __shared__ __half table[kEntries];
  // Once for each block; the lanes still read 32 places, but only here.
  for (int k = threadIdx.x; k < kEntries; k += kBlock) table[k] = __float2half(c_table[k]);
  __syncthreads();
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    out[i] = __half2float(table[keys[i]]);
  }
}
// [/exercise]
