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

/// Eight threads read the 16-byte chunk number `chunk_of_row` of rows 0 to 7 of such a tile, each
/// of its own row. How many of the tile's eight columns of chunks do their accesses touch?
__host__ __device__ int conflicts(int chunk_of_row) { return chunk_of_row < 8 ? 8 : 1; }
// [/exercise]
