// expect: does-not-compile
// SPDX-License-Identifier: MIT-0
// The layout must be known when the kernel is compiled.
// [exercise]
__device__ int shift = 1;
__host__ __device__ constexpr int slot(int row, int column) {
  return row * kTile + (column + shift * row) % kTile;
}
// [/exercise]
