// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A ring of slots, each with a barrier whose phases alternate.
//
// Task:   fill in the two functions.
// Build:  nvcc -std=c++17 ring_of_barriers.cu -o ring_of_barriers
// Run:    ./ring_of_barriers    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// [exercise]
/// A producer fills `stages` slots in turn, and each slot has a barrier that completes a phase each
/// time the slot is full. In which slot is turn number `turn` (0, 1, 2, ...), and for which parity
/// of the phase does its consumer wait? Returns 2 * slot + parity; the first phase has parity 0.
__host__ __device__ int slot_and_parity(int turn, int stages) {
  return 2 * (turn % stages) + turn / stages % 2;
}

/// How many turns the producer may still begin, if `produced` turns are begun and `consumed` are
/// used up; 0 if it has to wait.
__host__ __device__ int may_run_ahead(int produced, int consumed, int stages) {
  return stages - (produced - consumed);
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
  const bool right = equals("turn 0 of 4 stages", slot_and_parity(0, 4), 0) &&
                     equals("turn 3", slot_and_parity(3, 4), 6) &&
                     equals("turn 4", slot_and_parity(4, 4), 1) &&
                     equals("turn 9", slot_and_parity(9, 4), 2) &&
                     equals("turn 5 of one stage", slot_and_parity(5, 1), 1) &&
                     equals("5 begun, 3 used up, 4 stages", may_run_ahead(5, 3, 4), 2) &&
                     equals("7 begun, 3 used up", may_run_ahead(7, 3, 4), 0);
  return right ? 0 : 1;
}
