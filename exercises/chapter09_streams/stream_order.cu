// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// What must be over before what, with two streams and an event.
//
// Task:   fill in is_ordered.
// Build:  nvcc -std=c++17 stream_order.cu -o stream_order
// Run:    ./stream_order    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// A program that submits numbered pieces of work, 0, 1, 2, ..., in this order. Piece i goes to
// stream i % 2. Before piece `waiter` is submitted, its stream is told to wait for an event that
// was recorded behind piece `recorded` in the other stream.

// [exercise]
/// True if piece `first` is certainly over before piece `second` begins. `waiter` and `recorded`
/// are in different streams, and recorded < waiter.
__host__ __device__ bool is_ordered(int first, int second, int recorded, int waiter) {
  // TODO: in one stream work is done in order. What does the event add?
  return first < second && recorded < waiter;
}
// [/exercise]

struct Question {
  int first, second, recorded, waiter;
  bool ordered;  // worked out by hand
};
constexpr Question kQuestions[] = {
    {0, 2, 1, 4, true},   // the same stream
    {2, 0, 1, 4, false},  // the other way round
    {0, 1, 2, 5, false},  // nothing between the streams yet
    {2, 5, 2, 5, true},   // the event itself
    {0, 7, 2, 5, true},   // before the event, behind the wait
    {4, 5, 2, 5, false},  // 4 was submitted behind the event
    {0, 3, 2, 5, false},  // 3 was submitted before the wait
    {3, 6, 2, 5, false},  // the event works in one direction
};

bool passes(const Question& q) {
  const bool got = is_ordered(q.first, q.second, q.recorded, q.waiter);
  if (got != q.ordered) {
    std::printf("FAIL is_ordered: %d before %d, event behind %d, %d waits: got %s want %s\n",
                q.first, q.second, q.recorded, q.waiter, got ? "yes" : "no",
                q.ordered ? "yes" : "no");
    return false;
  }
  std::printf("%d before %d, event behind %d, %d waits: %s\n", q.first, q.second, q.recorded,
              q.waiter, got ? "yes" : "no");
  return true;
}

int main() {
  for (const Question& question : kQuestions) {
    if (!passes(question)) return 1;
  }
  return 0;
}
