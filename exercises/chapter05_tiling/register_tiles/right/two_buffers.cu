// SPDX-License-Identifier: MIT-0
// Two pairs of tiles and one barrier in each step.
// [exercise]
struct Tiles {
  float of_a[kTile][kDepth];
  float of_b[kDepth][kTile];
};

__device__ float element(const float* m, int row, int column, int rows, int columns) {
  const bool inside = row < rows && column < columns;
  return inside ? m[static_cast<std::size_t>(row) * columns + column] : 0.0f;
}

/// c = a * b, where a has `rows` rows of `inner` elements, b `inner` rows of `columns`, and c
/// `rows` rows of `columns`. Blocks of kThreads x kThreads threads; each block computes kTile x
/// kTile elements of c, each thread kEach x kEach of them.
__global__ void multiply(float* c, const float* a, const float* b, int rows, int columns,
                         int inner) {
  __shared__ Tiles tiles[2];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  float sum[kEach][kEach] = {};
  int at = 0;
  for (int first = 0; first < inner; first += kDepth, at ^= 1) {
    Tiles& t = tiles[at];
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
      const int row = y + i * kThreads;
      t.of_a[row][x] = element(a, blockIdx.y * kTile + row, first + x, rows, inner);
      const int column = x + i * kThreads;
      t.of_b[y][column] = element(b, first + y, blockIdx.x * kTile + column, inner, columns);
    }
    __syncthreads();
    for (int k = 0; k < kDepth; ++k) {
      float of_b[kEach];
#pragma unroll
      for (int j = 0; j < kEach; ++j) of_b[j] = t.of_b[k][x + j * kThreads];
#pragma unroll
      for (int i = 0; i < kEach; ++i) {
        const float of_a = t.of_a[y + i * kThreads][k];
#pragma unroll
        for (int j = 0; j < kEach; ++j) sum[i][j] += of_a * of_b[j];
      }
    }
  }
  for (int i = 0; i < kEach; ++i) {
    const int row = blockIdx.y * kTile + y + i * kThreads;
    for (int j = 0; row < rows && j < kEach; ++j) {
      const int column = blockIdx.x * kTile + x + j * kThreads;
      if (column < columns) c[static_cast<std::size_t>(row) * columns + column] = sum[i][j];
    }
  }
}
// [/exercise]
