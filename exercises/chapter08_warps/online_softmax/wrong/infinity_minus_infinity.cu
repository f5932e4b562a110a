// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Combines nothing with nothing.
// [exercise]
/// What is known of some values: the largest, and the sum of exp(value - largest).
struct Known {
  float largest, sum;
};

/// What is known of the values of both.
__device__ Known both(Known a, Known b) {
  const float largest = fmaxf(a.largest, b.largest);
  // Nothing at all has the sum 0; infinity minus infinity would be no number.
  const float from_a = a.sum * expf(a.largest - largest);
  const float from_b = b.sum * expf(b.largest - largest);
  return {largest, from_a + from_b};
}

/// For each row r and column k: out[r][k] = exp(in[r][k]) / (sum over j of exp(in[r][j])).
/// Block r works on row r, with kBlock threads; columns >= 1. The values may be as large as 1000.
/// Each value is read twice: once for the largest value and the sum together, once for the result.
__global__ void softmax(float* out, const float* in, int columns) {
  __shared__ Known of_warp[kBlock / 32];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * columns;
  Known known = {-INFINITY, 0.0f};
  for (int k = threadIdx.x; k < columns; k += kBlock) known = both(known, {in[first + k], 1.0f});
  for (int distance = 16; distance > 0; distance /= 2) {
    const float largest = __shfl_xor_sync(0xFFFFFFFFu, known.largest, distance);
    const float sum = __shfl_xor_sync(0xFFFFFFFFu, known.sum, distance);
    known = both(known, {largest, sum});
  }
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = known;
  __syncthreads();
  known = of_warp[0];
  for (int warp = 1; warp < kBlock / 32; ++warp) known = both(known, of_warp[warp]);
  for (int k = threadIdx.x; k < columns; k += kBlock) {
    out[first + k] = expf(in[first + k] - known.largest) / known.sum;
  }
}
// [/exercise]
