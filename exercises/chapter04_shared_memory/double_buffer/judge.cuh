// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstddef>

constexpr int kTile = 128;

extern "C" __global__ void fold(float* out, const float* in, int tiles);
