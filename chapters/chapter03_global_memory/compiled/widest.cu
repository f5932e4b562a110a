// SPDX-License-Identifier: MIT
//
// Compiled and not run: an access of 256 bits.  A test reads what the compiler makes of it, for a
// GPU that has such accesses and for one that has not.

// [snippet:widest]
__global__ void copy_256(double4_32a* out, const double4_32a* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// [/snippet:widest]
