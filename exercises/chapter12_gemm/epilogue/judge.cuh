// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>

constexpr int kBlock = 256;

extern "C" __global__ void finish(float* c, const float* product, int n, float alpha, float beta);
