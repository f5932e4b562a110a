// expect: not-written case=ragged
// SPDX-License-Identifier: MIT-0
// Forgets blockIdx.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) { return stride < 8 ? 4 * stride : kWarpLanes; }

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  const int i = threadIdx.x;
  if (i < n && blockIdx.x == 0) out[i] = in[static_cast<std::size_t>(i) * stride];
}
// [/exercise]
