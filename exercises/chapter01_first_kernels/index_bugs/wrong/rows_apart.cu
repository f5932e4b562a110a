// expect: out-of-bounds case=column
// SPDX-License-Identifier: MIT-0
// A row as long as the matrix is high.
// [exercise]
/// out[row][column] = a[row][column] + b[row][column]; the rows lie one behind the other.
/// The grid covers the matrix: x runs along a row, y from row to row.
__global__ void add(float* out, const float* a, const float* b, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    out[row * rows + column] = a[row * rows + column] + b[row * rows + column];
  }
}
// [/exercise]
