// SPDX-License-Identifier: MIT
//
// Time as the race detector tells it: which earlier accesses are ordered before the present one.
//
// Each block has a counter of ticks that grows at every barrier, warp sync and fence of the block.
// An access is stamped with its thread and the block's tick. A stamp is ordered before a thread's
// present if
//   - it is the thread's own (program order),
//   - it is of the same block and older than the block's last barrier,
//   - it is of the same warp and older than a `__syncwarp` that joined both lanes, or
//   - it was released and acquired: its warp fenced after it (or its block passed a barrier and
//     then one of its warps fenced), then wrote an atomic or volatile variable, which the present
//     warp, or a warp that shared a barrier with it, then read.
// Acquired knowledge is kept for warps, not for lanes: a spin by lane 0 speaks for its warp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "events.hpp"

namespace simt {

using Tick = std::uint32_t;

/// A thread of a launch: block in the upper 22 bits, thread within it in the lower 10. Grids of
/// more than 2^22 blocks wrap around, which can hide a race and cannot invent one.
using ThreadNumber = std::uint32_t;

constexpr ThreadNumber thread_number(std::uint64_t block, std::uint32_t warp, std::uint32_t lane) {
  return static_cast<ThreadNumber>(block << 10) | warp << 5 | lane;
}
constexpr std::uint32_t block_of(ThreadNumber thread) { return thread >> 10; }
constexpr std::uint32_t warp_of(ThreadNumber thread) { return thread >> 5 & 31U; }
constexpr std::uint32_t lane_of(ThreadNumber thread) { return thread & 31U; }

/// What a warp knows of other warps: their stamps below a tick are ordered before it.
class Knowledge {
 public:
  bool empty() const { return entries_.empty(); }
  bool covers(ThreadNumber thread, Tick tick) const;
  void learn_warp(std::uint32_t block, std::uint32_t warp, Tick tick) {
    learn(std::uint64_t{block} << 6 | (warp + 1), tick);
  }
  void learn_block(std::uint32_t block, Tick tick) { learn(std::uint64_t{block} << 6, tick); }
  void join(const Knowledge& other);

 private:
  struct Entry {
    std::uint64_t key;  ///< block * 64, plus warp + 1 for one warp of it
    Tick tick;
  };
  void learn(std::uint64_t key, Tick tick);
  Tick known(std::uint64_t key) const;

  std::vector<Entry> entries_;  ///< ascending keys
};

using SharedKnowledge = std::shared_ptr<const Knowledge>;  ///< null = nothing

/// What a warp hands over with its next strong write: all that its last fence covered.
struct Release {
  Tick fenced = 0;            ///< the warp's older stamps; 0 = no fence yet
  Tick barrier = 0;           ///< the block's older stamps
  SharedKnowledge knew;       ///< what the warp knew when it fenced
  SharedKnowledge inherited;  ///< what other warps of the block had fenced before a barrier
  SharedKnowledge all;        ///< all of these; null = not put together yet
};

/// Time of one warp.
struct WarpClock {
  Tick synced = 0;        ///< older stamps of the warp are ordered for all its lanes
  SharedKnowledge knows;  ///< acquired
  Release device;         ///< by fences of device or system scope
  Release block;          ///< by any fence: reaches the block only
  /// After a `__syncwarp` of some lanes: for each pair, below which tick lane b's stamps are
  /// ordered before lane a. Null until then.
  std::unique_ptr<std::array<std::array<Tick, kWarpSize>, kWarpSize>> pairs;
};

/// What an atomic or volatile variable hands over to who reads it.
struct SyncVariable {
  SharedKnowledge device;  ///< released with device scope
  SharedKnowledge block;   ///< released within `block_number` only
  std::uint32_t block_number = 0;
};

/// Time of one resident block.
struct BlockClock {
  std::uint32_t number = 0;  ///< linear block index, 22 bits
  Tick now = 1;
  Tick begun = 1;                ///< older stamps in shared memory are of another block
  Tick barrier = 1;              ///< older stamps of the block are ordered
  std::vector<WarpClock> warps;  ///< those that did something so far
  SharedKnowledge knows;         ///< all warps, since the last barrier
  SharedKnowledge released;      ///< the same for what they hand over
  std::unordered_map<std::uint64_t, SyncVariable> shared_variables;

  WarpClock& warp(std::uint32_t index) {
    if (index >= warps.size()) add_warps(index + 1);
    return warps[index];
  }
  void add_warps(std::uint32_t count);
};

/// All clocks of a launch.
class Clocks {
 public:
  /// Everything before is ordered before everything after: a launch, or a barrier of the grid.
  void begin_era();
  Tick era() const { return era_; }

  BlockClock& begin_block(const WarpRef& where, Tick not_before);
  BlockClock& block(const WarpRef& where) { return blocks_[where.slot]; }

  void barrier(BlockClock& block);
  void grid_barrier();
  void sync_warp(BlockClock& block, std::uint32_t warp, LaneMask lanes, LaneMask all);
  void fence(BlockClock& block, std::uint32_t warp, Scope scope);

  /// A strong write (atomic or volatile) to `address`: hands over what the warp has released.
  void release(BlockClock& block, std::uint32_t warp, std::uint64_t address, bool is_shared);
  /// A strong read.
  void acquire(BlockClock& block, std::uint32_t warp, std::uint64_t address, bool is_shared);

  /// Which of `lanes` of warp `warp` have the stamp (`thread`, `tick`) not ordered before them.
  /// Stamps older than `oldest` mean nothing any more.
  LaneMask unordered(const BlockClock& block, std::uint32_t warp, LaneMask lanes,
                     ThreadNumber thread, Tick tick, Tick oldest) const {
    if (tick < oldest) return 0;
    if (block_of(thread) == block.number && tick < block.barrier) return 0;
    return unordered_slow(block, warp, lanes, thread, tick);
  }

 private:
  LaneMask unordered_slow(const BlockClock& block, std::uint32_t warp, LaneMask lanes,
                          ThreadNumber thread, Tick tick) const;
  Tick advance(BlockClock& block);

  Tick era_ = 1;
  Tick latest_ = 1;                 ///< highest tick of any block
  std::vector<BlockClock> blocks_;  ///< by slot
  std::unordered_map<std::uint64_t, SyncVariable> variables_;
};

}  // namespace simt
