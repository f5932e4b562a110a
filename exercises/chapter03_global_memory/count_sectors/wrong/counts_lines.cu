// expect: wrong-answer case=empty
// SPDX-License-Identifier: MIT-0
// Counts lines of 128 bytes, not sectors.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) { return stride < 32 ? stride : kWarpLanes; }

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[static_cast<std::size_t>(i) * stride];
}
// [/exercise]
