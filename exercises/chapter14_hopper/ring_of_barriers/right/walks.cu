// SPDX-License-Identifier: MIT-0
// Goes from turn to turn.
// [exercise]
/// A producer fills `stages` slots in turn, and each slot has a barrier that completes a phase each
/// time the slot is full. In which slot is turn number `turn` (0, 1, 2, ...), and for which parity
/// of the phase does its consumer wait? Returns 2 * slot + parity; the first phase has parity 0.
__host__ __device__ int slot_and_parity(int turn, int stages) {
  int slot = 0;
  int phase = 0;
  while (turn-- > 0) {
    slot += 1;
    phase += slot == stages ? 1 : 0;
    slot = slot == stages ? 0 : slot;
  }
  return slot * 2 + (phase & 1);
}

/// How many turns the producer may still begin, if `produced` turns are begun and `consumed` are
/// used up; 0 if it has to wait.
__host__ __device__ int may_run_ahead(int produced, int consumed, int stages) {
  const int full = produced - consumed;
  return full >= stages ? 0 : stages - full;
}
// [/exercise]
