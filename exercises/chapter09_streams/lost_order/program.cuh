// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kChunk = 1 << 18;

/// What is to be done with each number.
__global__ void scale(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 3.0f * in[i] + 1.0f;
}

#define CUDA_CHECK(call) static_cast<void>(call)

void scale_all(float* out, const float* in, int n);
