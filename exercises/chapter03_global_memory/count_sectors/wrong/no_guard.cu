// expect: out-of-bounds case=empty
// SPDX-License-Identifier: MIT-0
// The last block writes past the end.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) { return stride < 8 ? 4 * stride : kWarpLanes; }

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[static_cast<std::size_t>(i) * stride];
}
// [/exercise]
