// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Exponentials as they are.
// [exercise]
/// For each row r and column k: out[r][k] = exp(in[r][k]) / (sum over j of exp(in[r][j])).
/// Block r works on row r, with kBlock threads; columns >= 1. The values may be as large as 1000.
/// Each value is read twice: once for the largest value and the sum together, once for the result.
__global__ void softmax(float* out, const float* in, int columns) {
  __shared__ float of_warp[kBlock / 32];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * columns;
  float sum = 0.0f;
  for (int k = threadIdx.x; k < columns; k += kBlock) sum += expf(in[first + k]);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, d);
  of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0.0f;
  for (int warp = 0; warp < kBlock / 32; ++warp) sum += of_warp[warp];
  for (int k = threadIdx.x; k < columns; k += kBlock) out[first + k] = expf(in[first + k]) / sum;
}
// [/exercise]
