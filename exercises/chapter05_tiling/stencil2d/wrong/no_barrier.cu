// expect: race
// SPDX-License-Identifier: MIT-0
// Sums what others have not loaded yet.
// [exercise]
/// out = in at the place, plus a quarter of the sum of its four neighbours. What lies outside the
/// matrix counts as 0. Blocks of kWidth x kHeight threads cover the matrix, x along the rows.
__global__ void stencil(float* out, const float* in, int rows, int columns) {
  __shared__ float tile[kHeight + 2][kWidth + 2];
  const int first_row = blockIdx.y * kHeight - 1;  // of the tile, ring included
  const int first_column = blockIdx.x * kWidth - 1;
  for (int y = threadIdx.y; y < kHeight + 2; y += kHeight) {
    for (int x = threadIdx.x; x < kWidth + 2; x += kWidth) {
      const int row = first_row + y;
      const int column = first_column + x;
      const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
      tile[y][x] = inside ? in[static_cast<std::size_t>(row) * columns + column] : 0.0f;
    }
  }

  const int x = threadIdx.x + 1;
  const int y = threadIdx.y + 1;
  const int row = first_row + y;
  const int column = first_column + x;
  if (row < rows && column < columns) {
    const float around = tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1];
    out[static_cast<std::size_t>(row) * columns + column] = tile[y][x] + 0.25f * around;
  }
}
// [/exercise]
