// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

#include <cstddef>

constexpr int kRadius = 8;
constexpr int kTaps = 2 * kRadius + 1;
constexpr int kBlock = 256;

extern "C" {
__constant__ float c_weights[kTaps];
__global__ void conv1d(float* out, const float* in, int n);
}
