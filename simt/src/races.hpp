// SPDX-License-Identifier: MIT
//
// Data races and reads of shared memory that nobody wrote.
//
// Two accesses of different threads to one cell race if at least one writes, neither is ordered
// before the other (races_clock.hpp says when), and they are not both atomic, nor both volatile
// and of different warps. Softer cases:
//   - A write that changes nothing is reported as such (`same_value`), for the report to note.
//   - A plain read of what others update atomically waits for the reader's own atomic on it: with
//     one (a compare-and-swap loop, a test before atomicMax) it is `is_check`, without a race.
//   - A read-after-write within one warp is a race although lockstep gives the expected value.
// Only the last access of each kind is remembered for a cell, so a race may be missed behind
// another one; none is invented.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "events.hpp"
#include "memory.hpp"
#include "observer_patterns.hpp"
#include "races_clock.hpp"
#include "races_shadow.hpp"

namespace simt {

/// One detected race, seen from the later access.
struct Race {
  WarpRef where;
  LaneMask lanes = 0;  ///< of the later access that race
  SiteId site = kNoSite;
  SiteId other_site = kNoSite;
  AccessKind access = AccessKind::kLoad;
  AccessKind other_access = AccessKind::kLoad;
  ThreadNumber other = 0;   ///< the earlier access's thread, or one of them
  std::uint8_t others = 0;  ///< Mark::Many: who else, unordered like it
  bool same_value = false;
  bool is_check = false;      ///< a plain read that the reader's own atomic follows
  bool is_collision = false;  ///< lanes of one instruction store different values
  Space space = Space::kGlobal;
  std::uint64_t address = 0;  ///< of the first racing lane
  std::uint8_t bytes = 0;
};

/// Receives what the detector finds.
class RaceSink {
 public:
  virtual ~RaceSink() = default;
  virtual void on_race(const Race& race) = 0;
  /// The lanes read shared memory at `address` (the first lane's) that nobody wrote.
  virtual void on_uninitialised_shared(const Access& access, LaneMask lanes,
                                       std::uint64_t address) = 0;
};

class RaceDetector {
 public:
  explicit RaceDetector(RaceSink& sink) : sink_(sink) {}

  void begin_launch(Memory& memory, bool narrow_accesses);
  void end_launch();
  void begin_block(const WarpRef& where, const std::byte* shared, std::size_t bytes);
  void end_block(const WarpRef& where);

  /// `shape` is the shape of `access`, with the same mask.
  void access(const Access& access, const AccessShape& shape);
  void bulk_access(const BulkAccess& access);

  void barrier(const BarrierRelease& release);
  void sync_warp(const WarpRef& where, LaneMask lanes, LaneMask all);
  void fence(const Fence& fence);

  /// True once memory for split rows ran out, so that races may have been missed.
  bool incomplete() const { return incomplete_; }

 private:
  struct SharedShadow {
    std::vector<Cell> cells;
    const std::byte* memory = nullptr;
    std::size_t bytes = 0;
    Tick used_until = 0;  ///< stamps of earlier blocks in `cells` are not younger than this
  };

  /// A plain read that met an atomic update, until the reader's own atomic excuses it.
  struct PendingRead {
    Race race;
    SiteIndex site = 0;
  };

  /// One access while its cells are checked; `lanes` and what follows belong to the lanes at hand,
  /// which all use the same address.
  struct Current {
    const Access* access = nullptr;
    BlockClock* block = nullptr;
    WarpClock* warp = nullptr;
    Tick oldest = 0;
    SiteIndex site = 0;
    LaneMask lanes = 0;
    std::uint64_t address = 0;
    bool same_value = false;  ///< a store that changes nothing
  };

  Current begin_access(const Access& access);
  void synchronise(const Current& current, const AccessShape& shape);

  void shared_access(Current& current, const AccessShape& shape);
  void shared_group(Current& current, SharedShadow& shadow, std::uint64_t offset);
  bool plain_shared_row(const Current& current, SharedShadow& shadow);
  bool plain_shared_load(const Current& current, SharedShadow& shadow, std::uint64_t offset);
  bool plain_shared_store(const Current& current, SharedShadow& shadow, std::uint64_t offset);
  void global_access(Current& current, const AccessShape& shape);
  void global_lanes(Current& current, Allocation& allocation);
  void contiguous_access(Current& current, Allocation& allocation);
  bool whole_row(const Current& current, ShadowRow& row, ThreadNumber base, std::uint8_t shift);
  void row_cells(Current& current, Allocation& allocation, ShadowRow& row, std::uint64_t begin,
                 std::uint64_t first_cell, std::uint32_t count);
  CellRow* split(ShadowRow& row);
  AllocationShadow* shadow(const Allocation& allocation);
  void bulk_range(Access& access, std::uint64_t address, std::uint64_t bytes);

  void check(const Current& current, Cell& cell);
  void check_load(const Current& current, Cell& cell);
  void check_store(const Current& current, Cell& cell);
  void check_atomic(const Current& current, Cell& cell);
  void compare_values(Current& current, const std::byte* memory);
  LaneMask unordered(const Current& current, const Mark& mark, std::uint8_t& others) const {
    others = 0;
    return mark.tick < current.oldest ? 0 : unordered_mark(current, mark, others);
  }
  LaneMask unordered_mark(const Current& current, const Mark& mark, std::uint8_t& others) const;
  bool is_excused(const Current& current, const Mark& mark, std::uint8_t others) const;
  void update(const Current& current, Mark& mark) const;
  std::uint8_t merged_many(const Current& current, const Mark& mark) const;

  Race make_race(const Current& current, const Mark& mark, AccessKind other, LaneMask lanes) const;
  void add(const Race& race);
  void send_batch();
  void add(const Current& current, const Mark& mark, AccessKind other, LaneMask lanes,
           std::uint8_t others, bool same_value);
  void defer_load(const Current& current, const Mark& atomic, LaneMask lanes);
  void defer_earlier_load(const Current& current, const Mark& load);
  void defer(ThreadNumber reader, std::uint64_t address, const PendingRead& pending);
  void excuse(const Current& current);
  void give_up_pending(std::uint32_t block);

  SiteIndex site_index(SiteId site);

  RaceSink& sink_;
  Memory* memory_ = nullptr;
  Clocks clocks_;
  std::uint32_t cell_shift_ = 2;      ///< log2 of a cell's bytes
  std::vector<SharedShadow> shared_;  ///< by slot
  std::deque<AllocationShadow> shadows_;
  std::unordered_map<const Allocation*, AllocationShadow*> shadow_of_;
  const Allocation* last_allocation_ = nullptr;
  AllocationShadow* last_shadow_ = nullptr;
  CellPool cells_;
  std::vector<SiteIndex> site_index_;   ///< by SiteId
  std::vector<SiteId> sites_{kNoSite};  ///< by SiteIndex
  std::vector<Race> batch_;             ///< races of the access at hand, those of one kind together
  std::map<std::pair<ThreadNumber, std::uint64_t>, PendingRead> pending_;
  std::vector<PendingRead> unexcused_;
  std::vector<bool> is_check_site_;  ///< by SiteIndex
  bool incomplete_ = false;
};

}  // namespace simt
