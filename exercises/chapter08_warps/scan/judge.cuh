// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

extern "C" {
__global__ void scan_block(int* out, int* totals, const int* in, int n);
__global__ void add_offsets(int* out, const int* totals_scanned, int n);
}
