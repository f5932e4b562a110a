// expect: wrong-answer case=empty
// SPDX-License-Identifier: MIT-0
// A table of the strides that the text mentions.
// [exercise]
__host__ __device__ int sectors_of_warp(int stride) {
  if (stride == 1) return 4;
  if (stride == 2) return 8;
  return stride == 3 ? 12 : 32;
}

__global__ void strided_read(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[static_cast<std::size_t>(i) * stride];
}
// [/exercise]
