// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// How often pages of managed memory go back and forth.
//
// Task:   fill in moves.
// Build:  nvcc -std=c++17 ping_pong.cu -o ping_pong
// Run:    ./ping_pong    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kPages = 8;
constexpr int kAccesses = 32;

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
  return moved;
}
// [/exercise]

struct Question {
  int count;
  int pages[kAccesses];
  int from_gpu[kAccesses];
  int moves;  // worked out by hand
};
constexpr Question kQuestions[] = {
    {0, {}, {}, 0},
    {3, {1, 1, 1}, {0, 0, 0}, 0},        // the host has it already
    {3, {1, 1, 1}, {1, 1, 1}, 1},        // to the GPU once
    {4, {2, 2, 2, 2}, {1, 0, 1, 0}, 4},  // back and forth
    {4, {0, 1, 2, 3}, {1, 1, 1, 1}, 4},  // four pages
    {4, {0, 1, 0, 1}, {1, 0, 1, 0}, 1},  // two pages that never meet
};

bool passes(const Question& q) {
  const int got = moves(q.pages, q.from_gpu, q.count);
  if (got != q.moves) {
    std::printf("FAIL moves: question of %d accesses: got %d want %d\n", q.count, got, q.moves);
    return false;
  }
  std::printf("%d accesses: %d moves\n", q.count, got);
  return true;
}

int main() {
  for (const Question& question : kQuestions) {
    if (!passes(question)) return 1;
  }
  return 0;
}
