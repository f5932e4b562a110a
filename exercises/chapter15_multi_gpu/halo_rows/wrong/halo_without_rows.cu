// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// A rank without rows holds a halo.
// [exercise]
/// `rows` rows of a grid are shared among `ranks` GPUs, in order and as evenly as can be: the first
/// rows % ranks of them have one row more. The first row of `rank`; of rank == ranks: rows.
__host__ __device__ int first_row(int rank, int ranks, int rows) {
  const int more = rows % ranks;
  return rank * (rows / ranks) + (rank < more ? rank : more);
}

/// Rows that `rank` must hold to compute its own: these, and up to `halo` rows on each side, as far
/// as there are any. A rank without rows holds none.
__host__ __device__ int rows_held(int rank, int ranks, int rows, int halo) {
  const int first = first_row(rank, ranks, rows);
  const int last = first_row(rank + 1, ranks, rows);
  const int above = first < halo ? first : halo;
  const int below = rows - last < halo ? rows - last : halo;
  return above + (last - first) + below;
}
// [/exercise]
