// expect: race
// SPDX-License-Identifier: MIT-0
// Overwrites tiles that others still read.
// [exercise]
/// c = a * b, where a has `rows` rows of `inner` elements, b `inner` rows of `columns`, and c
/// `rows` rows of `columns`. Blocks of kTile x kTile threads cover c, x along the rows.
__global__ void multiply(float* c, const float* a, const float* b, int rows, int columns,
                         int inner) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row = blockIdx.y * kTile + y;
  const int column = blockIdx.x * kTile + x;
  float sum = 0.0f;
  for (int first = 0; first < inner; first += kTile) {
    const bool a_inside = row < rows && first + x < inner;
    const bool b_inside = first + y < inner && column < columns;
    a_tile[y][x] = a_inside ? a[static_cast<std::size_t>(row) * inner + first + x] : 0.0f;
    b_tile[y][x] = b_inside ? b[static_cast<std::size_t>(first + y) * columns + column] : 0.0f;
    __syncthreads();  // the tiles are complete
    for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
  }
  if (row < rows && column < columns) c[static_cast<std::size_t>(row) * columns + column] = sum;
}
// [/exercise]
