// expect: wrong-answer case=empty
// SPDX-License-Identifier: MIT-0
// Forgets that each lane has its own sector at most.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) { return 4 * stride; }

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[static_cast<std::size_t>(i) * stride];
}
// [/exercise]
