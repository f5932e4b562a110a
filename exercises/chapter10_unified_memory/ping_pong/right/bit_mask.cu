// SPDX-License-Identifier: MIT-0
// A bit for each page.
// [exercise]
__host__ __device__ int moves(const int* pages, const int* from_gpu, int count) {
  unsigned on_gpu = 0;
  int moved = 0;
  for (int i = 0; i < count; ++i) {
    const unsigned bit = 1u << pages[i];
    const bool there = (on_gpu & bit) != 0;
    if (there == (from_gpu[i] != 0)) continue;
    ++moved;
    on_gpu ^= bit;
  }
  return moved;
}
// [/exercise]
