// SPDX-License-Identifier: MIT-0
// Four sectors a stride, until each lane has one of its own.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) { return stride < 8 ? 4 * stride : kWarpLanes; }

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[static_cast<std::size_t>(i) * stride];
}
// [/exercise]
