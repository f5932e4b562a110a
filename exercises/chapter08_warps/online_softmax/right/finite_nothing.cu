// SPDX-License-Identifier: MIT-0
// Begins with a number so small that nothing can come of it.
// [exercise]
/// For each row r and column k: out[r][k] = exp(in[r][k]) / (sum over j of exp(in[r][j])).
/// Block r works on row r, with kBlock threads; columns >= 1. The values may be as large as 1000.
/// Each value is read twice: once for the largest value and the sum together, once for the result.
__global__ void softmax(float* out, const float* in, int columns) {
  __shared__ float2 of_warp[kBlock / 32];
  const float* row = in + static_cast<std::size_t>(blockIdx.x) * columns;
  float2 known = make_float2(-1e30f, 0.0f);  // largest, sum
  const auto add = [](float2 a, float2 b) {
    const float largest = a.x > b.x ? a.x : b.x;
    return make_float2(largest, a.y * expf(a.x - largest) + b.y * expf(b.x - largest));
  };
  for (int k = threadIdx.x; k < columns; k += kBlock) known = add(known, make_float2(row[k], 1.0f));
  for (int d = 1; d < 32; d *= 2) {
    const float x = __shfl_xor_sync(0xFFFFFFFFu, known.x, d);
    const float y = __shfl_xor_sync(0xFFFFFFFFu, known.y, d);
    known = add(known, make_float2(x, y));
  }
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = known;
  __syncthreads();
  known = add(add(of_warp[0], of_warp[1]), add(of_warp[2], of_warp[3]));
  const float scale = 1.0f / known.y;
  for (int k = threadIdx.x; k < columns; k += kBlock) {
    out[static_cast<std::size_t>(blockIdx.x) * columns + k] = expf(row[k] - known.x) * scale;
  }
}
// [/exercise]
