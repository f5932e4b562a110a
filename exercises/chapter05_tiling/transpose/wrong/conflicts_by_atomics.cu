// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Reads the column of the tile by atomics, which also wait for their bank.
// [exercise]
__global__ void transpose(float* out, const float* in, int rows, int columns) {
  __shared__ int tile[kTile][kTile];
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + threadIdx.x;
    if (row < rows && column < columns) {
      tile[y][threadIdx.x] = __float_as_int(in[row * columns + column]);
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    const int row = blockIdx.x * kTile + y, column = blockIdx.y * kTile + threadIdx.x;
    if (row < columns && column < rows) {
      out[row * rows + column] = __int_as_float(atomicOr(&tile[threadIdx.x][y], 0));
    }
  }
}
// [/exercise]
