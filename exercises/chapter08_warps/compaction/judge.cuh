// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

extern "C" __global__ void compact(int* out, int* count, const int* values, int n);
