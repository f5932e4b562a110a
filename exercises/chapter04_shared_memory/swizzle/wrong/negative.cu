// expect: race
// SPDX-License-Identifier: MIT-0
// The difference may be negative.
// [exercise]
/// Slot that holds the element at this row and column of the tile. No two may share a slot, and
/// all lie in [0, kSlots).
__host__ __device__ constexpr int slot(int row, int column) {
  // Within a row, each column moves to another place; which one depends on the row. For a fixed
  // column the 32 rows give 32 different places.
  return row * kTile + (column - row) % kTile;
}
// [/exercise]
