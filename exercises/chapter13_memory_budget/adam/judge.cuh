// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>

constexpr int kBlock = 256;
constexpr float kKeepMean = 0.9f;
constexpr float kKeepSquare = 0.999f;
constexpr float kTiny = 1e-8f;

extern "C" __global__ void adam(float* weight, float* mean, float* square, const float* gradient,
                                int n, float rate);
