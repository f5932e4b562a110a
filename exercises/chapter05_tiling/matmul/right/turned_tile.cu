// SPDX-License-Identifier: MIT-0
// Keeps the tile of a the other way round, with a float of padding.
// [exercise]
__global__ void multiply(float* c, const float* a, const float* b, int rows, int columns,
                         int inner) {
  __shared__ float at[kTile][kTile + 1], bt[kTile][kTile + 1];
  const int row = threadIdx.y + kTile * blockIdx.y, column = threadIdx.x + kTile * blockIdx.x;
  double sum = 0;
  const int steps = (inner + kTile - 1) / kTile;
  for (int step = 0; step < steps; ++step) {
    const int ka = step * kTile + threadIdx.x, kb = step * kTile + threadIdx.y;
    __syncthreads();
    at[threadIdx.x][threadIdx.y] = row < rows && ka < inner ? a[row * inner + ka] : 0.0f;
    bt[threadIdx.y][threadIdx.x] = column < columns && kb < inner ? b[kb * columns + column] : 0.0f;
    __syncthreads();
    for (int k = kTile - 1; k >= 0; --k) sum += at[k][threadIdx.y] * bt[k][threadIdx.x];
  }
  if (row < rows && column < columns) c[row * columns + column] = static_cast<float>(sum);
}
// [/exercise]
