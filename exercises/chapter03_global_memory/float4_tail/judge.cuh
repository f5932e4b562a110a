// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

extern "C" __global__ void scale(float* out, const float* in, float factor, int n);
