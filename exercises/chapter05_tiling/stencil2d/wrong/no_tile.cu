// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Five loads for each output.
// [exercise]
__device__ float at(const float* in, int rows, int columns, int row, int column) {
  const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
  return inside ? in[row * columns + column] : 0.0f;
}

__global__ void stencil(float* out, const float* in, int rows, int columns) {
  const int column = blockIdx.x * kWidth + threadIdx.x;
  const int row = blockIdx.y * kHeight + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const float around =
      at(in, rows, columns, row - 1, column) + at(in, rows, columns, row + 1, column) +
      at(in, rows, columns, row, column - 1) + at(in, rows, columns, row, column + 1);
  out[row * columns + column] = in[row * columns + column] + 0.25f * around;
}
// [/exercise]
