// expect: race
// SPDX-License-Identifier: MIT-0
// Reads the values of other warps before they are there.
// [exercise]
struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};

/// Combines one value of each thread of the block, by way of `of_warp`; all threads get the result.
template <class Combine>
__device__ float over_block(float value, Combine combine, float* of_warp) {
  for (int distance = 16; distance > 0; distance /= 2) {
    value = combine(value, __shfl_xor_sync(0xFFFFFFFFu, value, distance));
  }
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  value = of_warp[0];
  for (int warp = 1; warp < kBlock / 32; ++warp) value = combine(value, of_warp[warp]);
  __syncthreads();  // the next call may overwrite of_warp
  return value;
}

/// For each row r and column k: out[r][k] = exp(in[r][k]) / (sum over j of exp(in[r][j])).
/// Block r works on row r, with kBlock threads; columns >= 1. The values may be as large as 1000.
__global__ void softmax(float* out, const float* in, int columns) {
  __shared__ float of_warp[kBlock / 32];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * columns;
  float largest = -INFINITY;
  for (int k = threadIdx.x; k < columns; k += kBlock) largest = fmaxf(largest, in[first + k]);
  largest = over_block(largest, Max(), of_warp);
  float sum = 0.0f;
  for (int k = threadIdx.x; k < columns; k += kBlock) sum += expf(in[first + k] - largest);
  sum = over_block(sum, Plus(), of_warp);
  for (int k = threadIdx.x; k < columns; k += kBlock) {
    out[first + k] = expf(in[first + k] - largest) / sum;
  }
}
// [/exercise]
