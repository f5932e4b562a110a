// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Leaves every byte in its place.
// [exercise]
/// Where the byte at `offset` of a tile with rows of 128 bytes lies, if the copy engine swizzles by
/// 128 bytes: within its row the chunks of 16 bytes are exchanged, chunk c of row r goes to chunk
/// c ^ (r % 8).
__host__ __device__ int swizzled(int offset) { return offset; }

/// Eight threads read the 16-byte chunk number `chunk_of_row` of rows 0 to 7 of such a tile, each
/// of its own row. How many of the tile's eight columns of chunks do their accesses touch?
__host__ __device__ int conflicts(int chunk_of_row) {
  unsigned touched = 0;
  for (int row = 0; row < 8; ++row) {
    touched |= 1u << (swizzled(row * 128 + chunk_of_row * 16) / 16 % 8);
  }
  int columns = 0;
  for (int column = 0; column < 8; ++column) columns += static_cast<int>(touched >> column & 1u);
  return columns;
}
// [/exercise]
