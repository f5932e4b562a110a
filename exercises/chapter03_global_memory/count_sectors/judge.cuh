// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

#include <cstddef>

constexpr int kWarpLanes = 32;
constexpr int kSectorBytes = 32;
constexpr int kBlock = 256;

extern "C" __global__ void strided_read(float* out, const float* in, int n, int stride);
__host__ __device__ int sectors_of_warp(int stride);

/// Asks for the answer to each stride.
extern "C" __global__ void judge_ask(int* sectors, const int* strides, int count) {
  const int i = threadIdx.x;
  if (i < count) sectors[i] = sectors_of_warp(strides[i]);
}
