// expect: not-written case=block
// SPDX-License-Identifier: MIT-0
// The row follows x.
// [exercise]
/// out[row][column] = a[row][column] + b[row][column]; the rows lie one behind the other.
/// The grid covers the matrix: x runs along a row, y from row to row.
__global__ void add(float* out, const float* a, const float* b, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.x;
  if (row < rows && column < columns) {
    out[row * columns + column] = a[row * columns + column] + b[row * columns + column];
  }
}
// [/exercise]
