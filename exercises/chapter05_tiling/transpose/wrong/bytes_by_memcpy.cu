// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Moves the elements with memcpy, lane by lane, along the columns.
// [exercise]
__global__ void transpose(float* out, const float* in, int rows, int columns) {
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + threadIdx.x;
    if (row < rows && column < columns) {
      __builtin_memcpy(out + static_cast<size_t>(column) * rows + row,
                       in + static_cast<size_t>(row) * columns + column, sizeof(float));
    }
  }
}
// [/exercise]
