// SPDX-License-Identifier: MIT
//
// Not to be compiled: a texture as a global variable, which CUDA 12 no longer has.
// Since: 12.0

texture<float, 1> table;
