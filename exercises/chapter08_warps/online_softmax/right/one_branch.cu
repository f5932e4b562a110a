// SPDX-License-Identifier: MIT-0
// Mends only when a larger value comes, and folds in shared memory.
// [exercise]
/// For each row r and column k: out[r][k] = exp(in[r][k]) / (sum over j of exp(in[r][j])).
/// Block r works on row r, with kBlock threads; columns >= 1. The values may be as large as 1000.
/// Each value is read twice: once for the largest value and the sum together, once for the result.
__global__ void softmax(float* out, const float* in, int columns) {
  __shared__ float largest_of[kBlock];
  __shared__ float sum_of[kBlock];
  const float* row = in + static_cast<std::size_t>(blockIdx.x) * columns;
  float largest = -INFINITY;
  float sum = 0.0f;
  for (int k = threadIdx.x; k < columns; k += kBlock) {
    const float value = row[k];
    if (value > largest) {
      sum = largest == -INFINITY ? 0.0f : sum * expf(largest - value);
      largest = value;
    }
    sum += expf(value - largest);
  }
  largest_of[threadIdx.x] = largest;
  sum_of[threadIdx.x] = sum;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (threadIdx.x < half && sum_of[threadIdx.x + half] > 0.0f) {
      const float mine = largest_of[threadIdx.x];
      const float other = largest_of[threadIdx.x + half];
      const float more = fmaxf(mine, other);
      sum_of[threadIdx.x] =
          sum_of[threadIdx.x] * expf(mine - more) + sum_of[threadIdx.x + half] * expf(other - more);
      largest_of[threadIdx.x] = more;
    }
    __syncthreads();
  }
  for (int k = threadIdx.x; k < columns; k += kBlock) {
    out[static_cast<std::size_t>(blockIdx.x) * columns + k] =
        expf(row[k] - largest_of[0]) / sum_of[0];
  }
}
// [/exercise]
