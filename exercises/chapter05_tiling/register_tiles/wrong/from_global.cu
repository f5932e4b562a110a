// expect: too-much-traffic
// SPDX-License-Identifier: MIT-0
// Without tiles.
// [exercise]
/// c = a * b, where a has `rows` rows of `inner` elements, b `inner` rows of `columns`, and c
/// `rows` rows of `columns`. Blocks of kThreads x kThreads threads; each block computes kTile x
/// kTile elements of c, each thread kEach x kEach of them.
__global__ void multiply(float* c, const float* a, const float* b, int rows, int columns,
                         int inner) {
  for (int i = 0; i < kEach; ++i) {
    for (int j = 0; j < kEach; ++j) {
      const int row = blockIdx.y * kTile + threadIdx.y + i * kThreads;
      const int column = blockIdx.x * kTile + threadIdx.x + j * kThreads;
      if (row >= rows || column >= columns) continue;
      float sum = 0.0f;
      for (int k = 0; k < inner; ++k) {
        sum += a[static_cast<std::size_t>(row) * inner + k] *
               b[static_cast<std::size_t>(k) * columns + column];
      }
      c[static_cast<std::size_t>(row) * columns + column] = sum;
    }
  }
}
// [/exercise]
