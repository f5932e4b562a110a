// SPDX-License-Identifier: MIT-0
// The second answer is known.
// [exercise]
/// Where the byte at `offset` of a tile with rows of 128 bytes lies, if the copy engine swizzles by
/// 128 bytes: within its row the chunks of 16 bytes are exchanged, chunk c of row r goes to chunk
/// c ^ (r % 8).
__host__ __device__ int swizzled(int offset) {
  const int in_row = offset % 128;
  const int key = offset / 128 % 8;
  return offset - in_row + 16 * ((in_row / 16) ^ key) + in_row % 16;
}

/// Eight threads read chunk number `chunk` of rows 0, step, 2 * step, ..., 7 * step of such a tile.
/// How many of the tile's eight columns of chunks do they touch? Eight is without conflicts.
__host__ __device__ int columns_touched(int chunk, int step) {
  if (step % 8 == 0 || chunk < 0) return 1;
  return step % 4 == 0 ? 2 : step % 2 == 0 ? 4 : 8;
}
// [/exercise]
