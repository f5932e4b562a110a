// SPDX-License-Identifier: MIT
//
// What the kernels of kernels.cu compute, as plain loops of one thread: the measure beside which
// the virtual GPU's speed is read.
#pragma once

namespace bench {

void saxpy(int n, float a, const float* x, float* y);
void matmul(float* c, const float* a, const float* b, int n);
/// Sums of runs of `block` elements.
void reduce(const float* in, float* out, int n, int block);
void transpose(float* out, const float* in, int n);
void diverge(int* out, const int* in, int n);

}  // namespace bench
