// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Takes the whole row number.
// [exercise]
/// Where the byte at `offset` of a tile with rows of 128 bytes lies, if the copy engine swizzles by
/// 128 bytes: within its row the chunks of 16 bytes are exchanged, chunk c of row r goes to chunk
/// c ^ (r % 8).
__host__ __device__ int swizzled(int offset) {
  const int row = offset / 128;
  const int chunk = offset / 16 % 8;
  return row * 128 + (chunk ^ (row)) * 16 + offset % 16;
}

/// Eight threads read chunk number `chunk` of rows 0, step, 2 * step, ..., 7 * step of such a tile.
/// How many of the tile's eight columns of chunks do they touch? Eight is without conflicts.
__host__ __device__ int columns_touched(int chunk, int step) {
  unsigned touched = 0;
  for (int k = 0; k < 8; ++k) {
    touched |= 1u << (swizzled(k * step * 128 + chunk * 16) / 16 % 8);
  }
  int columns = 0;
  for (int column = 0; column < 8; ++column) columns += static_cast<int>(touched >> column & 1u);
  return columns;
}
// [/exercise]
