// SPDX-License-Identifier: MIT-0
// On the bits of the offset.
// [exercise]
/// Where the byte at `offset` of a tile with rows of 128 bytes lies, if the copy engine swizzles by
/// 128 bytes: within its row the chunks of 16 bytes are exchanged, chunk c of row r goes to chunk
/// c ^ (r % 8).
__host__ __device__ int swizzled(int offset) { return offset ^ (offset >> 3 & 0x70); }

/// Eight threads read chunk number `chunk` of rows 0, step, 2 * step, ..., 7 * step of such a tile.
/// How many of the tile's eight columns of chunks do they touch? Eight is without conflicts.
__host__ __device__ int columns_touched(int chunk, int step) {
  int different = 1;
  for (int row = 1; row < 8; ++row) {
    const int here = swizzled(128 * row * step + 16 * chunk) & 0x70;
    bool is_new = true;
    for (int other = 0; other < row; ++other) {
      is_new = is_new && (swizzled(128 * other * step + 16 * chunk) & 0x70) != here;
    }
    different += is_new ? 1 : 0;
  }
  return different;
}
// [/exercise]
