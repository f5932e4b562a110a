// SPDX-License-Identifier: MIT-0
// A bit for each sector, in words of 64; and a grid-stride loop.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) {
  unsigned long long seen[64] = {};
  int count = 0;
  for (int lane = 0; lane < 32; ++lane) {
    const int sector = lane * stride / 8;
    const unsigned long long bit = 1ull << (sector % 64);
    if ((seen[sector / 64] & bit) == 0) ++count;
    seen[sector / 64] |= bit;
  }
  return count;
}

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = in[static_cast<long long>(i) * stride];
  }
}
// [/exercise]
