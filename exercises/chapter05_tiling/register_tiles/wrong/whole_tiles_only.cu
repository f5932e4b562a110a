// expect: wrong-answer|out-of-bounds
// SPDX-License-Identifier: MIT-0
// Loads behind the end of a row.
// [exercise]
/// c = a * b, where a has `rows` rows of `inner` elements, b `inner` rows of `columns`, and c
/// `rows` rows of `columns`. Blocks of kThreads x kThreads threads; each block computes kTile x
/// kTile elements of c, each thread kEach x kEach of them.
__global__ void multiply(float* c, const float* a, const float* b, int rows, int columns,
                         int inner) {
  __shared__ float a_tile[kTile][kDepth];
  __shared__ float b_tile[kDepth][kTile];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int thread = y * kThreads + x;
  const int first_row = blockIdx.y * kTile;
  const int first_column = blockIdx.x * kTile;
  float sum[kEach][kEach] = {};
  for (int first = 0; first < inner; first += kDepth) {
    for (int e = thread; e < kTile * kDepth; e += kThreads * kThreads) {
      const int row = first_row + e / kDepth;
      const int k = first + e % kDepth;
      const bool inside = row < rows;
      a_tile[e / kDepth][e % kDepth] = inside ? a[static_cast<std::size_t>(row) * inner + k] : 0.0f;
    }
    for (int e = thread; e < kTile * kDepth; e += kThreads * kThreads) {
      const int k = first + e / kTile;
      const int column = first_column + e % kTile;
      const bool inside = k < inner && column < columns;
      b_tile[e / kTile][e % kTile] =
          inside ? b[static_cast<std::size_t>(k) * columns + column] : 0.0f;
    }
    __syncthreads();  // the tiles are complete
    for (int k = 0; k < kDepth; ++k) {
      // Eight loads for sixteen products. The elements of a thread are kThreads apart, so that
      // neighbours read neighbours.
      float of_a[kEach];
      float of_b[kEach];
#pragma unroll
      for (int i = 0; i < kEach; ++i) of_a[i] = a_tile[y + i * kThreads][k];
#pragma unroll
      for (int j = 0; j < kEach; ++j) of_b[j] = b_tile[k][x + j * kThreads];
#pragma unroll
      for (int i = 0; i < kEach; ++i) {
#pragma unroll
        for (int j = 0; j < kEach; ++j) sum[i][j] += of_a[i] * of_b[j];
      }
    }
    __syncthreads();  // nobody needs them any more
  }
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
      const int row = first_row + y + i * kThreads;
      const int column = first_column + x + j * kThreads;
      if (row < rows && column < columns) {
        c[static_cast<std::size_t>(row) * columns + column] = sum[i][j];
      }
    }
  }
}
// [/exercise]
