// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Rows of a grid on several GPUs, with those of their neighbours.
//
// Task:   fill in the two functions.
// Build:  nvcc -std=c++17 halo_rows.cu -o halo_rows
// Run:    ./halo_rows    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// [exercise]
/// `rows` rows of a grid are shared among `ranks` GPUs, in order and as evenly as can be: the first
/// rows % ranks of them have one row more. The first row of `rank`; of rank == ranks: rows.
__host__ __device__ int first_row(int rank, int ranks, int rows) {
  // TODO
  return rank * (rows / ranks);
}

/// Rows that `rank` must hold to compute its own: these, and up to `halo` rows on each side, as far
/// as there are any. A rank without rows holds none.
__host__ __device__ int rows_held(int rank, int ranks, int rows, int halo) {
  // TODO
  return rows / ranks + 2 * halo + 0 * rank;
}
// [/exercise]

bool equals(const char* what, long long got, long long want) {
  if (got != want) {
    std::printf("FAIL %s: got %lld want %lld\n", what, got, want);
    return false;
  }
  std::printf("%s: %lld\n", what, got);
  return true;
}

int main() {
  const bool right = equals("first row of rank 1 of 4, 10 rows", first_row(1, 4, 10), 3) &&
                     equals("of rank 2", first_row(2, 4, 10), 6) &&
                     equals("of rank 3", first_row(3, 4, 10), 8) &&
                     equals("end of all", first_row(4, 4, 10), 10) &&
                     equals("rows held by rank 0, halo 1", rows_held(0, 4, 10, 1), 4) &&
                     equals("by rank 1", rows_held(1, 4, 10, 1), 5) &&
                     equals("by rank 3 of 4, 3 rows", rows_held(3, 4, 3, 1), 0);
  return right ? 0 : 1;
}
