// expect: wrong-answer case=warp
// SPDX-License-Identifier: MIT-0
// Copies the beginning of the input.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) { return stride < 8 ? 4 * stride : kWarpLanes; }

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// [/exercise]
