// SPDX-License-Identifier: MIT-0
// From and to, kept within the grid.
// [exercise]
/// `rows` rows of a grid are shared among `ranks` GPUs, in order and as evenly as can be: the first
/// rows % ranks of them have one row more. The first row of `rank`; of rank == ranks: rows.
__host__ __device__ int first_row(int rank, int ranks, int rows) {
  const int some = rows / ranks;
  const int extra = rows - some * ranks;
  return rank <= extra ? rank * (some + 1) : extra * (some + 1) + (rank - extra) * some;
}

/// Rows that `rank` must hold to compute its own: these, and up to `halo` rows on each side, as far
/// as there are any. A rank without rows holds none.
__host__ __device__ int rows_held(int rank, int ranks, int rows, int halo) {
  int from = first_row(rank, ranks, rows);
  int to = first_row(rank + 1, ranks, rows);
  if (from >= to) return 0;
  from = from - halo < 0 ? 0 : from - halo;
  to = to + halo > rows ? rows : to + halo;
  return to - from;
}
// [/exercise]
