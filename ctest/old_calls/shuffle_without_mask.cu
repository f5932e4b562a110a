// SPDX-License-Identifier: MIT
//
// Not to be compiled: a shuffle that does not say which lanes come.

__global__ void from_the_right(float* out) { out[threadIdx.x] = __shfl_down(out[threadIdx.x], 1); }
