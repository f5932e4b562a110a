// SPDX-License-Identifier: MIT
//
// Not to be compiled: for a GPU that CUDA 13 no longer compiles for.
// Since: 13.0
// Flags: -arch=compute_70

__global__ void nothing() {}
