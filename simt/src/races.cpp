// SPDX-License-Identifier: MIT
#include "races.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace simt {

namespace {

constexpr std::size_t kMaxPending = 50'000;
constexpr std::uint64_t kMaxBulkBytes = 1u << 20;

std::size_t first_lane(LaneMask lanes) { return static_cast<std::size_t>(std::countr_zero(lanes)); }

ThreadNumber thread_of(const WarpRef& where, std::size_t lane) {
  return thread_number(where.block, where.warp, static_cast<std::uint32_t>(lane));
}

bool is_single(LaneMask lanes) { return (lanes & (lanes - 1)) == 0; }

}  // namespace

// --- launches, blocks, synchronisation -----------------------------------------------------------

void RaceDetector::begin_launch(Memory& memory, bool narrow_accesses) {
  memory_ = &memory;
  cell_shift_ = narrow_accesses ? 0 : 2;
  clocks_.begin_era();
  // Cells of another width mean something else.
  for (SharedShadow& shadow : shared_) shadow = {};
  site_index_.clear();
  sites_.assign(1, kNoSite);
  is_check_site_.clear();
  incomplete_ = false;
}

void RaceDetector::end_launch() {
  for (const auto& [key, pending] : pending_) unexcused_.push_back(pending);
  pending_.clear();
  for (PendingRead& pending : unexcused_) {
    pending.race.is_check = pending.site < is_check_site_.size() && is_check_site_[pending.site];
    sink_.on_race(pending.race);
  }
  unexcused_.clear();
  shadow_of_.clear();
  shadows_.clear();
  last_allocation_ = nullptr;
  cells_.clear();
}

void RaceDetector::begin_block(const WarpRef& where, const std::byte* shared, std::size_t bytes) {
  if (where.slot >= shared_.size()) shared_.resize(where.slot + 1);
  SharedShadow& shadow = shared_[where.slot];
  clocks_.begin_block(where, shadow.used_until + 1);
  shadow.memory = shared;
  shadow.bytes = bytes;
  const std::size_t cells = (bytes + (1U << cell_shift_) - 1) >> cell_shift_;
  if (shadow.cells.size() < cells) shadow.cells.resize(cells);
}

void RaceDetector::end_block(const WarpRef& where) {
  const BlockClock& block = clocks_.block(where);
  shared_[where.slot].used_until = block.now;
  give_up_pending(block.number);
}

void RaceDetector::barrier(const BarrierRelease& release) {
  if (release.whole_grid) {
    clocks_.grid_barrier();
    return;
  }
  WarpRef where;
  where.block = release.block;
  where.slot = release.slot;
  BlockClock& block = clocks_.block(where);
  clocks_.barrier(block);
  give_up_pending(block.number);
}

void RaceDetector::sync_warp(const WarpRef& where, LaneMask lanes, LaneMask all) {
  clocks_.sync_warp(clocks_.block(where), where.warp, lanes, all);
}

void RaceDetector::fence(const Fence& fence) {
  clocks_.fence(clocks_.block(fence.where), fence.where.warp, fence.scope);
}

// --- accesses ------------------------------------------------------------------------------------

RaceDetector::Current RaceDetector::begin_access(const Access& access) {
  Current current;
  current.access = &access;
  current.block = &clocks_.block(access.where);
  current.warp = &current.block->warp(access.where.warp);
  current.oldest = access.space == Space::kShared ? current.block->begun : clocks_.era();
  current.site = site_index(access.site);
  return current;
}

void RaceDetector::access(const Access& access, const AccessShape& shape) {
  if (access.space != Space::kShared && access.space != Space::kGlobal) return;
  Current current = begin_access(access);
  if (access.kind == AccessKind::kAtomic || access.is_volatile) synchronise(current, shape);
  if (access.space == Space::kShared) {
    shared_access(current, shape);
  } else {
    global_access(current, shape);
  }
  if (!batch_.empty()) send_batch();
}

void RaceDetector::send_batch() {
  for (const Race& race : batch_) sink_.on_race(race);
  batch_.clear();
}

// Strong accesses carry order: what others released through this address is known from here on,
// and what this warp has fenced is handed over.
void RaceDetector::synchronise(const Current& current, const AccessShape& shape) {
  const Access& access = *current.access;
  const bool is_shared = access.space == Space::kShared;
  const bool releases = access.order == Order::kRelease || access.order == Order::kAcquireRelease ||
                        access.order == Order::kSequential;
  if (releases) clocks_.fence(*current.block, access.where.warp, access.scope);
  for (std::size_t group = 0; group < shape.groups; ++group) {
    const std::uint64_t address = access.addresses[shape.group_lane[group]];
    if (access.kind != AccessKind::kStore) {
      clocks_.acquire(*current.block, access.where.warp, address, is_shared);
    }
    if (access.kind != AccessKind::kLoad) {
      clocks_.release(*current.block, access.where.warp, address, is_shared);
    }
  }
}

void RaceDetector::shared_access(Current& current, const AccessShape& shape) {
  SharedShadow& shadow = shared_[current.access->where.slot];
  const bool is_load = current.access->kind == AccessKind::kLoad;
  const bool is_plain = !current.access->is_volatile && current.access->kind != AccessKind::kAtomic;
  if (is_plain && current.access->contiguous && plain_shared_row(current, shadow)) return;
  for (std::size_t group = 0; group < shape.groups; ++group) {
    current.lanes = shape.group_lanes[group];
    current.address = current.access->addresses[shape.group_lane[group]];
    const std::uint64_t offset = current.address - kSharedBase;
    if (offset + current.access->bytes > shadow.bytes) continue;
    const bool is_done = is_plain && (is_load ? plain_shared_load(current, shadow, offset)
                                              : plain_shared_store(current, shadow, offset));
    if (!is_done) shared_group(current, shadow, offset);
  }
}

// The whole warp and consecutive cells, each of which only its own lane has touched since the last
// barrier: the two cases below for 32 lanes at once. False, with nothing done, if any cell is
// different.
bool RaceDetector::plain_shared_row(const Current& current, SharedShadow& shadow) {
  const Access& access = *current.access;
  const std::uint64_t offset = access.addresses[0] - kSharedBase;
  const std::uint32_t cells_per_lane = access.bytes >> cell_shift_;
  const bool is_aligned = (offset & ((1U << cell_shift_) - 1)) == 0;
  if (cells_per_lane == 0 || !is_aligned) return false;
  if (offset + std::uint64_t{access.bytes} * kWarpSize > shadow.bytes) return false;

  const bool is_load = access.kind == AccessKind::kLoad;
  const Tick barrier = current.block->barrier;
  const ThreadNumber first = thread_of(access.where, 0);
  Cell* const cells = &shadow.cells[offset >> cell_shift_];
  const std::uint32_t shift = static_cast<std::uint32_t>(std::countr_zero(cells_per_lane));
  const std::uint32_t count = std::uint32_t{kWarpSize} << shift;
  bool usual = true;
  for (std::uint32_t k = 0; k < count; ++k) {
    const Cell& cell = cells[k];
    const ThreadNumber own = first + (k >> shift);
    const auto is_free = [=](const Mark& mark) {
      return (mark.tick < barrier) | ((mark.thread == own) & (mark.many == 0));
    };
    usual &= (cell.atomic.tick < barrier) & is_free(cell.write) & is_free(cell.read);
    if (is_load) usual &= cell.write.tick >= current.oldest;
  }
  if (!usual) return false;
  for (std::uint32_t k = 0; k < count; ++k) {
    Mark& mark = is_load ? cells[k].read : cells[k].write;
    mark = {first + (k >> shift), current.block->now, current.site, 0, 0};
  }
  return true;
}

// The usual load: all was written by the thread itself or before the last barrier. False if a
// cell needs a closer look.
bool RaceDetector::plain_shared_load(const Current& current, SharedShadow& shadow,
                                     std::uint64_t offset) {
  const Access& access = *current.access;
  const Tick barrier = current.block->barrier;
  const ThreadNumber present = thread_of(access.where, first_lane(current.lanes));
  const std::uint8_t lanes = is_single(current.lanes) ? 0 : Mark::kLanes;
  const std::uint64_t last = (offset + access.bytes - 1) >> cell_shift_;
  bool written = false;
  for (std::uint64_t k = offset >> cell_shift_; k <= last; ++k) {
    Cell& cell = shadow.cells[k];
    const bool is_own = cell.write.thread == present && lanes == 0;
    if (cell.atomic.tick >= barrier || (cell.write.tick >= barrier && !is_own)) return false;
    written = written || cell.write.tick >= current.oldest || cell.atomic.tick >= current.oldest;
    Mark& read = cell.read;
    std::uint8_t many = lanes;
    if (read.tick >= barrier) many |= merged_many(current, read);
    read = {present, current.block->now, current.site, many, 0};
  }
  return written;
}

// The usual store: nobody else has touched the cells since the last barrier.
bool RaceDetector::plain_shared_store(const Current& current, SharedShadow& shadow,
                                      std::uint64_t offset) {
  const Access& access = *current.access;
  if (!is_single(current.lanes)) return false;
  const Tick barrier = current.block->barrier;
  const ThreadNumber present = thread_of(access.where, first_lane(current.lanes));
  const std::uint64_t first = offset >> cell_shift_;
  const std::uint64_t last = (offset + access.bytes - 1) >> cell_shift_;
  const auto is_free = [&](const Mark& mark) {
    return mark.tick < barrier || (mark.thread == present && mark.many == 0);
  };
  for (std::uint64_t k = first; k <= last; ++k) {
    const Cell& cell = shadow.cells[k];
    if (!is_free(cell.write) || !is_free(cell.read) || cell.atomic.tick >= barrier) return false;
  }
  for (std::uint64_t k = first; k <= last; ++k) {
    shadow.cells[k].write = {present, current.block->now, current.site, 0, 0};
  }
  return true;
}

void RaceDetector::shared_group(Current& current, SharedShadow& shadow, std::uint64_t offset) {
  const Access& access = *current.access;
  if (access.kind == AccessKind::kStore) compare_values(current, shadow.memory + offset);
  const std::uint64_t first = offset >> cell_shift_;
  const std::uint64_t last = (offset + access.bytes - 1) >> cell_shift_;
  bool written = access.kind == AccessKind::kStore;
  for (std::uint64_t k = first; k <= last; ++k) {
    Cell& cell = shadow.cells[k];
    written = written || cell.write.tick >= current.oldest || cell.atomic.tick >= current.oldest;
    check(current, cell);
  }
  if (!written) sink_.on_uninitialised_shared(access, current.lanes, current.address);
}

void RaceDetector::global_access(Current& current, const AccessShape& shape) {
  const Access& access = *current.access;
  const bool aligned = (access.addresses[0] & ((1U << cell_shift_) - 1)) == 0;
  if (access.contiguous && access.allocation != nullptr && aligned &&
      access.kind != AccessKind::kAtomic && (access.bytes >> cell_shift_) != 0) {
    contiguous_access(current, *access.allocation);
    return;
  }
  for (std::size_t group = 0; group < shape.groups; ++group) {
    current.lanes = shape.group_lanes[group];
    current.address = access.addresses[shape.group_lane[group]];
    Allocation* allocation =
        access.allocation != nullptr ? access.allocation : memory_->find(current.address);
    if (allocation != nullptr && allocation->live) global_lanes(current, *allocation);
  }
}

void RaceDetector::global_lanes(Current& current, Allocation& allocation) {
  const Access& access = *current.access;
  AllocationShadow* rows = shadow(allocation);
  if (rows == nullptr) return;
  const std::uint64_t offset = current.address - allocation.address;
  if (access.kind == AccessKind::kStore) compare_values(current, allocation.data + offset);
  const std::uint64_t last = (offset + access.bytes - 1) >> cell_shift_;
  for (std::uint64_t k = offset >> cell_shift_; k <= last; ++k) {
    CellRow* cells = split(rows->row(k / kRowCells));
    if (cells == nullptr) return;
    check(current, (*cells)[k % kRowCells]);
  }
}

void RaceDetector::contiguous_access(Current& current, Allocation& allocation) {
  const Access& access = *current.access;
  AllocationShadow* rows = shadow(allocation);
  if (rows == nullptr) return;
  const auto shift = static_cast<std::uint8_t>(
      static_cast<std::uint32_t>(std::countr_zero(unsigned{access.bytes})) - cell_shift_);
  const std::uint64_t begin = (access.addresses[0] - allocation.address) >> cell_shift_;
  const std::uint64_t end = begin + (std::uint64_t{kWarpSize} << shift);
  for (std::uint64_t k = begin; k < end;) {
    ShadowRow& row = rows->row(k / kRowCells);
    const auto count = static_cast<std::uint32_t>(std::min(kRowCells - k % kRowCells, end - k));
    const ThreadNumber base = thread_of(access.where, (k - begin) >> shift);
    if (count != kRowCells || !whole_row(current, row, base, shift)) {
      row_cells(current, allocation, row, begin, k, count);
    }
    k += count;
  }
}

// Takes note of a whole row at once if nothing in it can race; false if the cells must be looked
// at one by one.
bool RaceDetector::whole_row(const Current& current, ShadowRow& row, ThreadNumber base,
                             std::uint8_t shift) {
  if (row.cells != 0 && row.split >= current.oldest) return false;
  const Access& access = *current.access;
  const auto same_threads = [&](const Mark& mark) {
    return mark.thread == base && (mark.flags & Mark::kShift) == shift;
  };
  const auto is_ordered = [&](const Mark& mark) {
    if (mark.tick < current.oldest) return true;
    if (same_threads(mark)) return mark.many == 0;
    if (mark.many != 0 &&
        !(block_of(mark.thread) == current.block->number && mark.tick < current.block->barrier &&
          (mark.many & Mark::kBlocks) == 0)) {
      return false;
    }
    return clocks_.unordered(*current.block, access.where.warp, kAllLanes, mark.thread, mark.tick,
                             current.oldest) == 0;
  };
  if (!is_ordered(row.write)) return false;
  const bool is_store = access.kind == AccessKind::kStore;
  if (is_store && !is_ordered(row.read)) return false;
  Mark& mark = is_store ? row.write : row.read;
  Current whole = current;
  whole.lanes = LaneMask{1} << lane_of(base);
  std::uint8_t many = 0;
  if (!is_store) {
    many = merged_many(whole, mark);
    const bool shifted = mark.thread == base && !same_threads(mark);
    if (shifted && mark.tick >= current.oldest) many |= Mark::kLanes;
  }
  const std::uint8_t flags = access.is_volatile ? shift | Mark::kVolatile : shift;
  mark = {base, current.block->now, current.site, many, flags};
  return true;
}

// The cells from `first_cell` on, one by one; the access begins with cell `begin`.
void RaceDetector::row_cells(Current& current, Allocation& allocation, ShadowRow& row,
                             std::uint64_t begin, std::uint64_t first_cell, std::uint32_t count) {
  CellRow* cells = split(row);
  if (cells == nullptr) return;
  const Access& access = *current.access;
  const std::uint64_t base = access.addresses[0];
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(unsigned{access.bytes}));
  for (std::uint64_t k = first_cell; k < first_cell + count; ++k) {
    const std::uint64_t lane = ((k - begin) << cell_shift_) >> shift;
    current.lanes = LaneMask{1} << lane;
    current.address = base + (lane << shift);
    Cell& cell = (*cells)[k % kRowCells];
    if (access.kind == AccessKind::kLoad) {
      check_load(current, cell);
      continue;
    }
    compare_values(current, allocation.data + (current.address - allocation.address));
    check_store(current, cell);
  }
}

CellRow* RaceDetector::split(ShadowRow& row) {
  if (row.cells != 0 && row.split >= clocks_.era()) return &cells_[row.cells];
  row.cells = cells_.take();
  if (row.cells == 0) {
    incomplete_ = true;
    return nullptr;
  }
  row.split = clocks_.era();
  CellRow& cells = cells_[row.cells];
  const auto spread = [](const Mark& mark, std::uint32_t k) {
    Mark own = mark;
    own.thread += k >> (mark.flags & Mark::kShift);
    own.flags &= static_cast<std::uint8_t>(~Mark::kShift);
    return own;
  };
  for (std::uint32_t k = 0; k < kRowCells; ++k) {
    if (row.write.tick != 0) cells[k].write = spread(row.write, k);
    if (row.read.tick != 0) cells[k].read = spread(row.read, k);
  }
  return &cells;
}

AllocationShadow* RaceDetector::shadow(const Allocation& allocation) {
  if (last_allocation_ == &allocation) return last_shadow_;
  const auto [found, is_new] = shadow_of_.try_emplace(&allocation, nullptr);
  if (is_new) {
    shadows_.emplace_back((allocation.bytes >> cell_shift_) / kRowCells + 1);
    found->second = shadows_.back().valid() ? &shadows_.back() : nullptr;
    incomplete_ = incomplete_ || found->second == nullptr;
  }
  last_allocation_ = &allocation;
  last_shadow_ = found->second;
  return last_shadow_;
}

void RaceDetector::bulk_access(const BulkAccess& bulk) {
  Access access;
  access.where = bulk.where;
  access.site = bulk.site;
  access.mask = LaneMask{1} << bulk.lane;
  access.bytes = static_cast<std::uint8_t>(1U << cell_shift_);
  if (!bulk.is_set) bulk_range(access, bulk.source, bulk.bytes);
  access.kind = AccessKind::kStore;
  bulk_range(access, bulk.destination, bulk.bytes);
  send_batch();
}

void RaceDetector::bulk_range(Access& access, std::uint64_t address, std::uint64_t bytes) {
  const bool is_shared = address >= kSharedBase && address < kSharedBase + kSharedSpan;
  access.space = is_shared ? Space::kShared : Space::kGlobal;
  Current current = begin_access(access);
  current.lanes = access.mask;
  const std::uint64_t cell = access.bytes;
  const std::uint64_t end = address + std::min(bytes, kMaxBulkBytes);
  if (is_shared) {
    SharedShadow& shared = shared_[access.where.slot];
    for (current.address = address / cell * cell; current.address < end; current.address += cell) {
      const std::uint64_t index = (current.address - kSharedBase) >> cell_shift_;
      if (index < shared.cells.size()) check(current, shared.cells[index]);
    }
    return;
  }
  const Allocation* allocation = memory_->find(address);
  if (allocation == nullptr || allocation->kind == AllocationKind::kConstant) return;
  AllocationShadow* rows = shadow(*allocation);
  if (rows == nullptr) return;
  for (current.address = address / cell * cell; current.address < end; current.address += cell) {
    const std::uint64_t k = (current.address - allocation->address) >> cell_shift_;
    CellRow* cells = split(rows->row(k / kRowCells));
    if (cells == nullptr) return;
    check(current, (*cells)[k % kRowCells]);
  }
}

// --- rules for one cell --------------------------------------------------------------------------

void RaceDetector::check(const Current& current, Cell& cell) {
  switch (current.access->kind) {
    case AccessKind::kLoad:
      check_load(current, cell);
      break;
    case AccessKind::kStore:
      check_store(current, cell);
      break;
    case AccessKind::kAtomic:
      check_atomic(current, cell);
      break;
  }
}

// Which lanes at hand have the mark, or somebody else it stands for, unordered before them.
LaneMask RaceDetector::unordered_mark(const Current& current, const Mark& mark,
                                      std::uint8_t& others) const {
  const BlockClock& block = *current.block;
  const std::uint32_t warp = current.access->where.warp;
  const LaneMask lanes =
      clocks_.unordered(block, warp, current.lanes, mark.thread, mark.tick, current.oldest);
  if (lanes != 0) {
    others = mark.many;
    return lanes;
  }
  // The last of several was ordered; the rest may not be. What a warp learnt by acquiring is not
  // kept for them, so such warps get the benefit of the doubt.
  if (mark.many == 0 || current.warp->knows != nullptr) return 0;
  if ((mark.many & Mark::kBlocks) != 0) {
    others = Mark::kBlocks;
    return current.lanes;
  }
  if (block_of(mark.thread) != block.number || mark.tick < block.barrier) return 0;
  if ((mark.many & Mark::kWarps) != 0) {
    others = Mark::kWarps;
    return current.lanes;
  }
  const bool same_warp = warp_of(mark.thread) == warp;
  if (same_warp && mark.tick >= current.warp->synced && current.warp->pairs == nullptr) {
    others = Mark::kLanes;
    return current.lanes;
  }
  return 0;
}

// Volatile accesses of different warps are a protocol, not a race; within a warp they order
// nothing. Lanes that stored one value together may all go on with it.
bool RaceDetector::is_excused(const Current& current, const Mark& mark, std::uint8_t others) const {
  const ThreadNumber warp = thread_of(current.access->where, 0);
  const bool across_warps = (others & (Mark::kWarps | Mark::kBlocks)) != 0;
  if (mark.thread >> 5 == warp >> 5 && !across_warps) {
    return (mark.flags & Mark::kJoint) != 0;
  }
  return current.access->is_volatile && (mark.flags & Mark::kVolatile) != 0;
}

void RaceDetector::check_load(const Current& current, Cell& cell) {
  const bool unwritten = cell.write.tick < current.oldest && cell.atomic.tick < current.oldest;
  if (unwritten && !current.access->is_volatile) {
    const bool is_first = cell.read.tick < current.oldest;
    const std::uint8_t many =
        is_first && is_single(current.lanes) ? std::uint8_t{0} : merged_many(current, cell.read);
    cell.read = {thread_of(current.access->where, first_lane(current.lanes)), current.block->now,
                 current.site, many, 0};
    return;
  }
  std::uint8_t others = 0;
  LaneMask lanes = unordered(current, cell.write, others);
  if (lanes != 0 && !is_excused(current, cell.write, others)) {
    add(current, cell.write, AccessKind::kStore, lanes, 0,
        (cell.write.flags & Mark::kUnchanged) != 0);
  }
  if (!current.access->is_volatile) {
    lanes = unordered(current, cell.atomic, others);
    if (lanes != 0) defer_load(current, cell.atomic, lanes);
  }
  update(current, cell.read);
}

void RaceDetector::check_store(const Current& current, Cell& cell) {
  std::uint8_t others = 0;
  const LaneMask rewritten = unordered(current, cell.write, others);
  if (rewritten != 0 && !is_excused(current, cell.write, others)) {
    add(current, cell.write, AccessKind::kStore, rewritten, 0, current.same_value);
  }
  LaneMask lanes = unordered(current, cell.read, others);
  if (lanes != 0 && !is_excused(current, cell.read, others)) {
    add(current, cell.read, AccessKind::kLoad, lanes, others, current.same_value);
  }
  if (!current.access->is_volatile) {
    lanes = unordered(current, cell.atomic, others);
    if (lanes != 0) {
      add(current, cell.atomic, AccessKind::kAtomic, lanes, others, current.same_value);
    }
  }
  // A store that changes nothing must not hide the one that did.
  if (current.same_value && rewritten != 0) return;
  update(current, cell.write);
}

void RaceDetector::check_atomic(const Current& current, Cell& cell) {
  std::uint8_t others = 0;
  const LaneMask lanes = unordered(current, cell.write, others);
  if (lanes != 0 && (cell.write.flags & Mark::kVolatile) == 0) {
    add(current, cell.write, AccessKind::kStore, lanes, 0,
        (cell.write.flags & Mark::kUnchanged) != 0);
  }
  excuse(current);
  const Mark& read = cell.read;
  if ((read.flags & Mark::kVolatile) == 0 &&
      clocks_.unordered(*current.block, current.access->where.warp, current.lanes, read.thread,
                        read.tick, current.oldest) != 0) {
    defer_earlier_load(current, read);
  }
  update(current, cell.atomic);
}

// Several lanes store to one address: one of them wins. Also finds out whether memory changes.
void RaceDetector::compare_values(Current& current, const std::byte* memory) {
  const Access& access = *current.access;
  current.same_value = false;
  if (access.values == nullptr) return;
  const auto value = [&](std::size_t lane) { return access.values + lane * access.value_stride; };
  const std::size_t first = first_lane(current.lanes);
  current.same_value = std::memcmp(memory, value(first), access.bytes) == 0;
  for (LaneMask rest = current.lanes & (current.lanes - 1); rest != 0; rest &= rest - 1) {
    const std::size_t lane = first_lane(rest);
    if (std::memcmp(value(first), value(lane), access.bytes) == 0) continue;
    Mark mark;
    mark.thread = thread_of(access.where, lane);
    mark.site = current.site;
    Race race = make_race(current, mark, AccessKind::kStore, current.lanes);
    race.is_collision = true;
    add(race);
    current.same_value = false;
    return;
  }
}

std::uint8_t RaceDetector::merged_many(const Current& current, const Mark& mark) const {
  std::uint8_t many = is_single(current.lanes) ? 0 : Mark::kLanes;
  if (mark.tick < current.oldest) return many;
  const std::uint8_t blocks = mark.many & Mark::kBlocks;
  if (block_of(mark.thread) != current.block->number) return many | Mark::kBlocks;
  if (mark.tick < current.block->barrier) return many | blocks;
  const std::uint8_t wide = mark.many & (Mark::kBlocks | Mark::kWarps);
  if (warp_of(mark.thread) != current.access->where.warp) return many | blocks | Mark::kWarps;
  many |= wide;
  if (mark.tick < current.warp->synced) return many;
  const ThreadNumber present = thread_of(current.access->where, first_lane(current.lanes));
  return many | (mark.thread != present ? Mark::kLanes : mark.many & Mark::kLanes);
}

void RaceDetector::update(const Current& current, Mark& mark) const {
  const Access& access = *current.access;
  std::uint8_t many = 0;
  std::uint8_t flags = 0;
  if (access.kind == AccessKind::kStore) {
    if (!is_single(current.lanes)) flags |= Mark::kJoint;
    if (access.is_volatile) flags |= Mark::kVolatile;
    if (current.same_value) flags |= Mark::kUnchanged;
  } else {
    many = merged_many(current, mark);
    // One plain read among volatile ones makes them all plain.
    const bool alone = mark.tick < current.oldest || many == 0;
    const bool all_volatile = alone || (mark.flags & Mark::kVolatile) != 0;
    if (access.is_volatile && all_volatile) flags |= Mark::kVolatile;
  }
  mark = {thread_of(access.where, first_lane(current.lanes)), current.block->now, current.site,
          many, flags};
}

// --- what was found ------------------------------------------------------------------------------

Race RaceDetector::make_race(const Current& current, const Mark& mark, AccessKind other,
                             LaneMask lanes) const {
  Race race;
  race.where = current.access->where;
  race.lanes = lanes;
  race.site = current.access->site;
  race.other_site = sites_[mark.site];
  race.access = current.access->kind;
  race.other_access = other;
  race.other = mark.thread;
  race.space = current.access->space;
  race.address = current.address;
  race.bytes = current.access->bytes;
  return race;
}

void RaceDetector::add(const Current& current, const Mark& mark, AccessKind other, LaneMask lanes,
                       std::uint8_t others, bool same_value) {
  Race race = make_race(current, mark, other, lanes);
  race.others = others;
  race.same_value = same_value;
  add(race);
}

void RaceDetector::add(const Race& race) {
  for (Race& known : batch_) {
    if (known.other_site == race.other_site && known.other_access == race.other_access &&
        known.same_value == race.same_value && known.is_collision == race.is_collision &&
        known.other >> 5 == race.other >> 5) {
      known.lanes |= race.lanes;
      return;
    }
  }
  batch_.push_back(race);
}

// The load at hand met an atomic update of another thread.
void RaceDetector::defer_load(const Current& current, const Mark& atomic, LaneMask lanes) {
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const LaneMask lane = rest & (~rest + 1);
    const PendingRead pending{make_race(current, atomic, AccessKind::kAtomic, lane), current.site};
    defer(thread_of(current.access->where, first_lane(lane)), current.address, pending);
  }
}

// The atomic at hand met an earlier load of another thread.
void RaceDetector::defer_earlier_load(const Current& current, const Mark& load) {
  Mark atomic;
  atomic.thread = thread_of(current.access->where, first_lane(current.lanes));
  atomic.site = current.site;
  PendingRead pending{make_race(current, atomic, AccessKind::kAtomic, 0), load.site};
  Race& race = pending.race;
  race.access = AccessKind::kLoad;
  race.site = sites_[load.site];
  race.lanes = LaneMask{1} << lane_of(load.thread);
  race.where.block = block_of(load.thread);
  race.where.warp = warp_of(load.thread);
  defer(load.thread, current.address, pending);
}

void RaceDetector::defer(ThreadNumber reader, std::uint64_t address, const PendingRead& pending) {
  if (pending_.size() < kMaxPending) pending_.try_emplace({reader, address}, pending);
}

void RaceDetector::excuse(const Current& current) {
  if (pending_.empty()) return;
  for (LaneMask rest = current.lanes; rest != 0; rest &= rest - 1) {
    const auto found =
        pending_.find({thread_of(current.access->where, first_lane(rest)), current.address});
    if (found == pending_.end()) continue;
    const SiteIndex site = found->second.site;
    if (site >= is_check_site_.size()) is_check_site_.resize(site + 1U);
    is_check_site_[site] = true;
    pending_.erase(found);
  }
}

// Past a barrier, or its end, a block's pending reads find no excuse any more.
void RaceDetector::give_up_pending(std::uint32_t block) {
  if (pending_.empty()) return;
  const auto begin = pending_.lower_bound({thread_number(block, 0, 0), 0});
  const auto end = pending_.upper_bound(
      {thread_number(block, 31, 31), std::numeric_limits<std::uint64_t>::max()});
  for (auto entry = begin; entry != end; ++entry) {
    if (unexcused_.size() < kMaxPending) unexcused_.push_back(entry->second);
  }
  pending_.erase(begin, end);
}

SiteIndex RaceDetector::site_index(SiteId site) {
  if (site == kNoSite) return 0;
  if (site >= site_index_.size()) site_index_.resize(site + 1U, 0);
  if (site_index_[site] == 0 && sites_.size() <= std::numeric_limits<SiteIndex>::max()) {
    site_index_[site] = static_cast<SiteIndex>(sites_.size());
    sites_.push_back(site);
  }
  return site_index_[site];
}

}  // namespace simt
