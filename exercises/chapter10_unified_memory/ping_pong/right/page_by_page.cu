// SPDX-License-Identifier: MIT-0
// Follows one page after the other.
// [exercise]
__host__ __device__ int moves(const int* pages, const int* from_gpu, int count) {
  int sum = 0;
  for (int page = 0; page < kPages; ++page) {
    int side = 0;
    for (int i = 0; i < count; ++i) {
      if (pages[i] == page && from_gpu[i] != side) {
        side = 1 - side;
        sum += 1;
      }
    }
  }
  return sum;
}
// [/exercise]
