// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

constexpr int kBlock = 128;

/// A polynomial for even elements, a long one.
__device__ float even_value(float x) {
  float sum = 0.0f;
  for (int k = 0; k < 16; ++k) sum = sum * x + 0.5f;
  return sum;
}

/// Another one for odd elements.
__device__ float odd_value(float x) {
  float sum = 1.0f;
  for (int k = 0; k < 16; ++k) sum = 0.25f - sum * x;
  return sum;
}

extern "C" __global__ void evaluate(float* out, const float* in, int n);
