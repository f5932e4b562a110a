// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Takes the parity of the turn, not of the round.
// [exercise]
/// A producer fills `stages` slots in turn, and each slot has a barrier that completes a phase each
/// time the slot is full. In which slot is turn number `turn` (0, 1, 2, ...), and for which parity
/// of the phase does its consumer wait? Returns 2 * slot + parity; the first phase has parity 0.
__host__ __device__ int slot_and_parity(int turn, int stages) {
  return 2 * (turn % stages) + turn % 2;
}

/// How many turns the producer may still begin, if `produced` turns are begun and `consumed` are
/// used up; 0 if it has to wait.
__host__ __device__ int may_run_ahead(int produced, int consumed, int stages) {
  return stages - (produced - consumed);
}
// [/exercise]
