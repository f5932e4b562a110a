// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

constexpr int kEntries = 256;
constexpr int kBlock = 256;

extern "C" {
__constant__ float c_table[kEntries];
__global__ void lookup(float* out, const unsigned char* keys, int n);
}
