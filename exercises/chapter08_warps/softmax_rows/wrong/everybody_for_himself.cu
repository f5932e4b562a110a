// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Each thread goes through the whole row.
// [exercise]
/// For each row r and column k: out[r][k] = exp(in[r][k]) / (sum over j of exp(in[r][j])).
/// Block r works on row r, with kBlock threads; columns >= 1. The values may be as large as 1000.
__global__ void softmax(float* out, const float* in, int columns) {
  const float* row = in + static_cast<std::size_t>(blockIdx.x) * columns;
  float* result = out + static_cast<std::size_t>(blockIdx.x) * columns;
  float largest = -INFINITY;
  for (int k = 0; k < columns; ++k) largest = fmaxf(largest, row[k]);
  float sum = 0.0f;
  for (int k = 0; k < columns; ++k) sum += expf(row[k] - largest);
  for (int k = threadIdx.x; k < columns; k += kBlock) result[k] = expf(row[k] - largest) / sum;
}
// [/exercise]
