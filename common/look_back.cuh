// SPDX-License-Identifier: MIT
//
// Decoupled look-back: what lies before a tile, without a second pass over the data.  Not part of
// common.cuh; the programs that need it include it themselves.
#pragma once

#include <cuda_runtime.h>

#include <cuda/atomic>

namespace cm {

/// What a tile says of itself: its state in the upper half, a count or sum in the lower.  One word,
/// so that whoever sees the state sees the value that belongs to it.
using TileWord = unsigned long long;

/// States of a tile; a word of zeros says kUnknown.
enum TileState : unsigned {
  kUnknown = 0,   ///< Nothing is known yet.
  kThisTile = 1,  ///< The value is the sum of this tile alone.
  kUpToHere = 2   ///< The value is the sum of all tiles up to this one.
};

namespace detail {

__device__ inline TileState state_of(TileWord word) { return static_cast<TileState>(word >> 32); }

__device__ inline void publish(TileWord& word, TileState state, unsigned value) {
  cuda::atomic_ref<TileWord, cuda::thread_scope_device>(word).store(
      static_cast<TileWord>(state) << 32 | value, cuda::memory_order_relaxed);
}

/// The word of a tile; before the first tile everything is known, and nought.
__device__ inline TileWord read_tile(TileWord* words, int tile) {
  if (tile < 0) return static_cast<TileWord>(kUpToHere) << 32;
  return cuda::atomic_ref<TileWord, cuda::thread_scope_device>(words[tile])
      .load(cuda::memory_order_relaxed);
}

}  // namespace detail

// [snippet:look-back]
/// Says what `tile` sums up to and returns the sum of all tiles before it.  Called by all lanes of
/// one warp of the tile; tiles must start in order.
///
/// Each lane reads kReach words at once, so that one trip to the L2 looks 32 * kReach tiles back.
template <int kReach>
__device__ unsigned look_back(TileWord* words, int tile, unsigned own) {
  constexpr unsigned kAll = 0xFFFFFFFFu;
  const int lane = threadIdx.x % 32;
  if (lane == 0) detail::publish(words[tile], kThisTile, own);
  unsigned before = 0;  // of this lane's tiles
  bool found = false;   // a tile whose word holds everything up to it
  for (int nearest = tile - 1; !found; nearest -= 32 * kReach) {
    TileWord seen[kReach];
    for (int k = 0; k < kReach; ++k) seen[k] = detail::read_tile(words, nearest - 32 * k - lane);
    for (int k = 0; k < kReach && !found; ++k) {
      unsigned all_up_to, needed;
      for (;;) {  // until each tile from here to the one that holds everything is known
        all_up_to = __ballot_sync(kAll, detail::state_of(seen[k]) == kUpToHere);
        // Lanes are ordered by distance: those up to the first that holds everything are needed.
        needed = all_up_to != 0 ? all_up_to ^ (all_up_to - 1) : kAll;
        const unsigned unknown = __ballot_sync(kAll, detail::state_of(seen[k]) == kUnknown);
        if ((unknown & needed) == 0) break;
        seen[k] = detail::read_tile(words, nearest - 32 * k - lane);
      }
      if (needed >> lane & 1u) before += static_cast<unsigned>(seen[k]);
      found = all_up_to != 0;
    }
  }
  for (int offset = 16; offset > 0; offset /= 2) before += __shfl_xor_sync(kAll, before, offset);
  if (lane == 0) detail::publish(words[tile], kUpToHere, before + own);
  return before;
}
// [/snippet:look-back]

}  // namespace cm
