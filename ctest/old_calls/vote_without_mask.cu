// SPDX-License-Identifier: MIT
//
// Compiles with a warning: a vote that does not say which lanes come.

__global__ void any_above_zero(int* out) { *out = __any(out[threadIdx.x] > 0); }
