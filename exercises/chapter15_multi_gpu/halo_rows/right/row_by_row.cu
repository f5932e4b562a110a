// SPDX-License-Identifier: MIT-0
// Counts.
// [exercise]
/// `rows` rows of a grid are shared among `ranks` GPUs, in order and as evenly as can be: the first
/// rows % ranks of them have one row more. The first row of `rank`; of rank == ranks: rows.
__host__ __device__ int first_row(int rank, int ranks, int rows) {
  int first = 0;
  for (int r = 0; r < rank; ++r) first += rows / ranks + (r < rows % ranks);
  return first;
}

/// Rows that `rank` must hold to compute its own: these, and up to `halo` rows on each side, as far
/// as there are any. A rank without rows holds none.
__host__ __device__ int rows_held(int rank, int ranks, int rows, int halo) {
  const int begin = first_row(rank, ranks, rows);
  const int end = first_row(rank + 1, ranks, rows);
  int held = 0;
  for (int row = begin - halo; begin < end && row < end + halo; ++row)
    held += row >= 0 && row < rows;
  return held;
}
// [/exercise]
