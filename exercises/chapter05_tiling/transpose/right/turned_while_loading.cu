// SPDX-License-Identifier: MIT-0
// Turned on the way in, not on the way out.
// [exercise]
__global__ void transpose(float* out, const float* in, int rows, int columns) {
  __shared__ float turned[kTile][kTile + 1];
  const int in_row = blockIdx.y * kTile + threadIdx.y;
  const int in_column = blockIdx.x * kTile + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kTile; k += kRowsAtOnce) {
    if (in_column < columns && in_row + k < rows) {
      turned[threadIdx.x][threadIdx.y + k] = in[(in_row + k) * columns + in_column];
    }
  }
  __syncthreads();
  const int out_row = blockIdx.x * kTile + threadIdx.y;
  const int out_column = blockIdx.y * kTile + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kTile; k += kRowsAtOnce) {
    if (out_column < rows && out_row + k < columns) {
      out[(out_row + k) * rows + out_column] = turned[threadIdx.y + k][threadIdx.x];
    }
  }
}
// [/exercise]
