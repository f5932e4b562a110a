// expect: wrong-answer case=special
// SPDX-License-Identifier: MIT-0
// A copy must copy, whatever it is.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) { return stride < 8 ? 4 * stride : kWarpLanes; }

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = in[static_cast<std::size_t>(i) * stride];
    out[i] = x == x ? x : 0.0f;
  }
}
// [/exercise]
