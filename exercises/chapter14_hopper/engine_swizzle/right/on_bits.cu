// SPDX-License-Identifier: MIT-0
// On the bits of the offset.
// [exercise]
/// Where the byte at `offset` of a tile with rows of 128 bytes lies, if the copy engine swizzles by
/// 128 bytes: within its row the chunks of 16 bytes are exchanged, chunk c of row r goes to chunk
/// c ^ (r % 8).
__host__ __device__ int swizzled(int offset) { return offset ^ (offset >> 3 & 0x70); }

/// Eight threads read the 16-byte chunk number `chunk_of_row` of rows 0 to 7 of such a tile, each
/// of its own row. How many of the tile's eight columns of chunks do their accesses touch?
__host__ __device__ int conflicts(int chunk_of_row) {
  int different = 1;
  for (int row = 1; row < 8; ++row) {
    const int here = swizzled(128 * row + 16 * chunk_of_row) & 0x70;
    bool is_new = true;
    for (int other = 0; other < row; ++other) {
      is_new = is_new && (swizzled(128 * other + 16 * chunk_of_row) & 0x70) != here;
    }
    different += is_new ? 1 : 0;
  }
  return different;
}
// [/exercise]
