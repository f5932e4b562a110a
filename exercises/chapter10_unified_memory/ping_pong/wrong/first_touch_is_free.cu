// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// The first move counts, too.
// [exercise]
/// How often a page moves, if `count` accesses happen one after the other: access i touches page
/// pages[i], in [0, kPages), from the GPU where from_gpu[i] is 1 and from the host where it is 0.
/// A page that is touched from where it is not moves there. At first all pages are with the host.
__host__ __device__ int moves(const int* pages, const int* from_gpu, int count) {
  int is_on_gpu[kPages] = {};
  int moved = 0;
  for (int i = 0; i < count; ++i) {
    int& place = is_on_gpu[pages[i]];
    if (place != from_gpu[i]) ++moved;
    place = from_gpu[i];
  }
  return moved > 0 ? moved - 1 : 0;
}
// [/exercise]
