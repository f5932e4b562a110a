// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

#include <climits>

constexpr int kColumns = 1024;
constexpr int kBest = 4;
constexpr int kBlock = 128;

extern "C" __global__ void top4(int* best, const int* values, int rows);
