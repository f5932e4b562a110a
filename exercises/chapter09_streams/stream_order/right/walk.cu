// SPDX-License-Identifier: MIT-0
// Walks along the lines.
// [exercise]
__host__ __device__ bool is_ordered(int first, int second, int recorded, int waiter) {
  bool over_the_arrow = false;
  int at = first;
  while (at < second) {
    if (at == recorded && second % 2 == waiter % 2 && second % 2 != at % 2) {
      at = waiter;
      over_the_arrow = true;
      if (at == second) return true;
    } else {
      at += 2;
    }
    if (at == second && (over_the_arrow || first % 2 == second % 2)) return true;
  }
  return false;
}
// [/exercise]
