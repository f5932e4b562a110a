// SPDX-License-Identifier: MIT-0
// Four neighbours for each thread, read and written as vectors.
// [exercise]
/// c = a * b, where a has `rows` rows of `inner` elements, b `inner` rows of `columns`, and c
/// `rows` rows of `columns`. Blocks of kThreads x kThreads threads; each block computes kTile x
/// kTile elements of c, each thread kEach x kEach of them.
__global__ void multiply(float* c, const float* a, const float* b, int rows, int columns,
                         int inner) {
  __shared__ float4 a_tile[kDepth][kTile / 4];  // columns of a lie along the rows here
  __shared__ float4 b_tile[kDepth][kTile / 4];
  auto* a_flat = reinterpret_cast<float*>(a_tile);
  auto* b_flat = reinterpret_cast<float*>(b_tile);
  const int thread = threadIdx.y * kThreads + threadIdx.x;
  const int row = blockIdx.y * kTile + 4 * threadIdx.y;
  const int column = blockIdx.x * kTile + 4 * threadIdx.x;
  float sum[kEach][kEach] = {};
  for (int first = 0; first < inner; first += kDepth) {
    for (int e = thread; e < kTile * kDepth; e += kThreads * kThreads) {
      const int r = blockIdx.y * kTile + e / kDepth;
      const int k = e % kDepth;
      const bool inside = r < rows && first + k < inner;
      a_flat[k * kTile + e / kDepth] =
          inside ? a[static_cast<std::size_t>(r) * inner + first + k] : 0.0f;
    }
    for (int e = thread; e < kTile * kDepth; e += kThreads * kThreads) {
      const int k = e / kTile;
      const int col = blockIdx.x * kTile + e % kTile;
      const bool inside = first + k < inner && col < columns;
      b_flat[e] = inside ? b[static_cast<std::size_t>(first + k) * columns + col] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < kDepth; ++k) {
      const float4 u = a_tile[k][threadIdx.y];
      const float4 v = b_tile[k][threadIdx.x];
      const float of_a[kEach] = {u.x, u.y, u.z, u.w};
      const float of_b[kEach] = {v.x, v.y, v.z, v.w};
#pragma unroll
      for (int i = 0; i < kEach * kEach; ++i) {
        sum[i / kEach][i % kEach] =
            fmaf(of_a[i / kEach], of_b[i % kEach], sum[i / kEach][i % kEach]);
      }
    }
    __syncthreads();
  }
  const bool aligned = columns % 4 == 0 && reinterpret_cast<std::size_t>(c) % 16 == 0;
  for (int i = 0; i < kEach && row + i < rows; ++i) {
    float* to = c + static_cast<std::size_t>(row + i) * columns + column;
    if (aligned && column < columns) {
      *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
      continue;
    }
    for (int j = 0; j < kEach && column + j < columns; ++j) to[j] = sum[i][j];
  }
}
// [/exercise]
