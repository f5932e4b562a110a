// expect: race
// SPDX-License-Identifier: MIT-0
// Stores what others have not loaded yet.
// [exercise]
/// out[column][row] = in[row][column]. A block of kTile x kRowsAtOnce threads moves the tile of
/// kTile x kTile elements that begins at row kTile * blockIdx.y and column kTile * blockIdx.x.
__global__ void transpose(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kTile][kTile + 1];  // the column more moves each row to other banks
  const int first_row = blockIdx.y * kTile;
  const int first_column = blockIdx.x * kTile;
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    const int row = first_row + y;
    const int column = first_column + threadIdx.x;
    if (row < rows && column < columns) {
      tile[y][threadIdx.x] = in[static_cast<std::size_t>(row) * columns + column];
    }
  }

  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    const int row = first_column + y;  // of the output
    const int column = first_row + threadIdx.x;
    if (row < columns && column < rows) {
      out[static_cast<std::size_t>(row) * rows + column] = tile[threadIdx.x][y];
    }
  }
}
// [/exercise]
