// expect: wrong-answer case=block
// SPDX-License-Identifier: MIT-0
// Column by column.
// [exercise]
/// out[row][column] = a[row][column] + b[row][column]; the rows lie one behind the other.
/// The grid covers the matrix: x runs along a row, y from row to row.
__global__ void add(float* out, const float* a, const float* b, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    out[column * rows + row] = a[row * columns + column] + b[row * columns + column];
  }
}
// [/exercise]
