// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// No tile: the stores touch a sector for each element.
// [exercise]
__global__ void transpose(float* out, const float* in, int rows, int columns) {
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    const int row = blockIdx.y * kTile + y;
    const int column = blockIdx.x * kTile + threadIdx.x;
    if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
  }
}
// [/exercise]
