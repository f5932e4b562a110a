// SPDX-License-Identifier: MIT
#include "scheduler.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace simt {
namespace {

// Rows a strand runs before others get a turn: few at first and after it was seen to spin, twice as
// many each time that it got somewhere.
constexpr std::uint64_t kFirstSlice = 512;
constexpr std::uint32_t kMaxPatience = 6;
constexpr std::uint32_t kQuietSlices = 64;  // without a store: as good as spinning
constexpr int kTurnsOfBlock = 256;          // passes over the warps before other blocks get a turn
constexpr int kPoison = 0xFF;               // shared memory starts as NaN

bool is_per_block(std::uint32_t special) { return (special >= 3 && special <= 5) || special == 16; }

/// Writes one value to all lanes of a register.
template <class T>
void splat(std::byte* to, T value) {
  T* const lanes = reinterpret_cast<T*>(to);
  for (int i = 0; i < kWarpSize; ++i) lanes[i] = value;
}

bool is_runnable(const Warp& warp) {
  return std::any_of(warp.strands.begin(), warp.strands.end(),
                     [](const auto& strand) { return strand->state == StrandState::kRunnable; });
}

bool cpu_has_v3() {
#if defined(SIMT_HAVE_V3)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

}  // namespace

#if !defined(SIMT_HAVE_V3)
Stop execute_v3(Executor& executor, Strand& strand) { return execute_baseline(executor, strand); }
#endif

Scheduler::Scheduler(Executor& executor)
    : x_(executor),
      execute_(cpu_has_v3() ? execute_v3 : execute_baseline),
      blocks_(executor.config.grid.count()),
      random_state_(executor.options.seed),
      begin_(std::chrono::steady_clock::now()) {
  const DeviceLimits& limits = x_.options.limits;
  const auto threads = static_cast<std::uint32_t>(x_.config.block.count());
  capacity_ = std::uint64_t{limits.multiprocessors} *
              resident_blocks_per_multiprocessor(limits, threads, x_.shared_bytes);
  capacity_ = std::max<std::uint64_t>(capacity_, 1);
  if (x_.options.seed != 0) {
    offset_ = random(static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks_, 0xffffffffu)));
    stride_ = 1 + random(static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks_, 0xffffffu)));
    while (std::gcd(stride_, blocks_) != 1) ++stride_;
    x_.reverse_lanes = random(2) == 1;
  }
}

/// splitmix64; used only for choices that any schedule may make.
std::uint32_t Scheduler::random(std::uint32_t below) {
  std::uint64_t z = (random_state_ += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  z ^= z >> 31;
  return below == 0 ? 0 : static_cast<std::uint32_t>(z % below);
}

// ---- blocks ------------------------------------------------------------------------------------

std::uint64_t Scheduler::block_at(std::uint64_t position) const {
  return x_.options.seed == 0 ? position
                              : (offset_ + position % blocks_ * (stride_ % blocks_)) % blocks_;
}

std::unique_ptr<Block> Scheduler::start_block() {
  const bool fresh = spare_.empty();
  std::unique_ptr<Block> block;
  if (fresh) {
    block = std::make_unique<Block>();
    block->shared_bytes = x_.shared_bytes;
    block->shared = make_aligned(x_.shared_bytes);
    block->warps.resize((x_.config.block.count() + kWarpSize - 1) / kWarpSize);
  } else {
    block = std::move(spare_.back());
    spare_.pop_back();
  }
  if (free_slots_.empty()) free_slots_.push_back(next_slot_++);
  block->slot = free_slots_.back();
  free_slots_.pop_back();
  block->index = block_at(started_++);
  const Dim3& grid = x_.config.grid;
  block->id = {static_cast<std::uint32_t>(block->index % grid.x),
               static_cast<std::uint32_t>(block->index / grid.x % grid.y),
               static_cast<std::uint32_t>(block->index / grid.x / grid.y)};
  if (x_.shared_bytes > 0) std::memset(block->shared.get(), kPoison, x_.shared_bytes);
  block->barriers_passed = 0;
  for (std::size_t i = 0; i < block->warps.size(); ++i) {
    block->warps[i].block = block.get();
    block->warps[i].index = static_cast<std::uint32_t>(i);
    start_warp(*block, block->warps[i], fresh);
  }
  if (x_.observer != nullptr) {
    x_.observer->on_block_begin({block->index, block->slot, 0}, block->shared.get(),
                                x_.shared_bytes);
  }
  return block;
}

void Scheduler::start_warp(Block& block, Warp& warp, bool fresh) {
  const Dim3& size = x_.config.block;
  if (fresh) {
    const std::uint64_t first = std::uint64_t{warp.index} * kWarpSize;
    const std::uint64_t count = std::min<std::uint64_t>(size.count() - first, kWarpSize);
    warp.present = count == kWarpSize ? kAllLanes : (LaneMask{1} << count) - 1;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const auto thread = static_cast<std::uint32_t>(first + lane);
      warp.thread_id[0][lane] = thread % size.x;
      warp.thread_id[1][lane] = thread / size.x % size.y;
      warp.thread_id[2][lane] = thread / size.x / size.y;
    }
    warp.local.size =
        std::min<std::uint32_t>((x_.options.local_bytes_per_thread + 15) / 16 * 16, kLocalSpan);
    warp.strands.push_back(std::make_unique<Strand>());
  }
  warp.strands.resize(1);
  warp.exited = 0;
  warp.own_parameters.reset();
  for (std::uint64_t& pointer : warp.stack_pointer) pointer = kLocalBase + warp.local.size;
  Strand& strand = *warp.strands.front();
  strand.warp = &warp;
  strand.shared = block.shared.get();
  strand.lanes = strand.mask = warp.present;
  strand.row = x_.code.functions.front().first_row;
  strand.state = StrandState::kRunnable;
  strand.frames.clear();
  strand.top = 0;
  strand.missed = 0;
  strand.released = false;
  strand.quiet_slices = strand.same_slices = strand.patience = 0;
  push_frame(strand, x_.code.functions.front(), 0, warp.present, 0, 2);
  fill_registers(strand, fresh);
}

/// Writes parameters and special registers into the kernel's frame. Special registers are never
/// changed by code, so a block that follows in the same place needs only its own indices.
void Scheduler::fill_registers(Strand& strand, bool fresh) {
  const DecodedFunction& entry = x_.code.functions.front();
  std::byte* const registers = strand.registers(strand.frames.front());
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    std::byte* const to = registers + entry.parameters[i];
    if (entry.parameter_bytes[i] == 4)
      splat(to, static_cast<std::uint32_t>(x_.arguments[i]));
    else
      splat(to, x_.arguments[i]);
  }
  for (const SpecialRegister& special : x_.code.specials) {
    if (!fresh && !is_per_block(special.index)) continue;
    if (is_per_block(special.index)) {
      splat(registers + special.reg, x_.special(strand, special.index, 0));
      continue;
    }
    auto* const to = reinterpret_cast<std::uint32_t*>(registers + special.reg);
    for (int lane = 0; lane < kWarpSize; ++lane) to[lane] = x_.special(strand, special.index, lane);
  }
}

void Scheduler::finish_block(std::unique_ptr<Block> block) {
  if (x_.observer != nullptr) x_.observer->on_block_end({block->index, block->slot, 0});
  free_slots_.push_back(block->slot);
  ++finished_;
  spare_.push_back(std::move(block));
}

std::unique_ptr<Block> Scheduler::take_block() {
  std::unique_ptr<Block> block = std::move(live_.front());
  live_.pop_front();
  return block;
}

void Scheduler::run() {
  // Turns in a row in which no block did anything but spin, with none left to start.
  std::uint64_t idle_turns = 0;
  bool prefer_new = true;
  while (finished_ < blocks_ && !x_.fatal) {
    const bool may_start = started_ < blocks_ && live_.size() + at_grid_barrier_.size() < capacity_;
    if (live_.empty() && !may_start) {
      if (!release_grid()) return;
      continue;
    }
    const bool is_new = may_start && (prefer_new || live_.empty());
    std::unique_ptr<Block> block = is_new ? start_block() : take_block();
    const std::uint64_t changes = x_.changes;
    const Progress progress = run_block(*block);
    prefer_new = progress != Progress::kDone || live_.empty();
    const bool idle = progress == Progress::kSpinning && x_.changes == changes && !may_start;
    idle_turns = idle ? idle_turns + 1 : 0;
    switch (progress) {
      case Progress::kFatal:
        return;
      case Progress::kDone:
        finish_block(std::move(block));
        break;
      case Progress::kAtGridBarrier:
        at_grid_barrier_.push_back(std::move(block));
        break;
      default:
        if (idle_turns > 2 * (live_.size() + 1)) return report_deadlock(*block);
        live_.push_back(std::move(block));
    }
  }
}

// ---- one block ---------------------------------------------------------------------------------

Scheduler::Progress Scheduler::run_block(Block& block) {
  for (int turn = 0; turn < kTurnsOfBlock; ++turn) {
    bool ran = false;
    bool moved = false;
    bool spun = true;
    bool any_runnable = false;
    const std::size_t first =
        x_.options.seed == 0 ? 0 : random(static_cast<std::uint32_t>(block.warps.size()));
    for (std::size_t k = 0, next = first; k < block.warps.size(); ++k) {
      Warp& warp = block.warps[next];
      next = next + 1 == block.warps.size() ? 0 : next + 1;
      for (std::size_t i = 0; i < warp.strands.size(); ++i) {  // may grow by splitting
        Strand& strand = *warp.strands[i];
        if (strand.state != StrandState::kRunnable) continue;
        ran = true;
        moved |= run_strand(strand);
        if (x_.fatal) return Progress::kFatal;
        spun &= strand.state == StrandState::kRunnable && strand.same_slices > 0;
      }
      settle(warp);
      if (x_.fatal) return Progress::kFatal;
      any_runnable = any_runnable || is_runnable(warp);
    }
    if (!any_runnable) {
      const Progress progress = waiting_progress(block);
      if (progress != Progress::kMoved) return progress;
      continue;
    }
    if (ran && !moved) {
      if (split_spinning(block)) continue;
      return spun ? Progress::kSpinning : Progress::kQuiet;
    }
  }
  return Progress::kMoved;
}

/// No strand of the block can run: it is done, passes its barrier, waits for the grid, or is stuck.
Scheduler::Progress Scheduler::waiting_progress(Block& block) {
  bool done = true;
  bool at_grid = true;
  for (const Warp& warp : block.warps) {
    for (const auto& strand : warp.strands) {
      if (strand->state == StrandState::kDone) continue;
      done = false;
      at_grid &= strand->state == StrandState::kAtGridBarrier;
    }
  }
  if (done) return Progress::kDone;
  if (at_grid) return Progress::kAtGridBarrier;
  if (release_barrier(block)) return Progress::kMoved;
  if (!x_.fatal) report_stuck(block);
  return Progress::kFatal;
}

/// Runs one slice. True if the strand got anywhere: stored, waits, or ended, or may have.
bool Scheduler::run_strand(Strand& strand) {
  const std::uint64_t changes = x_.changes;
  std::uint64_t slice = kFirstSlice << strand.patience;
  if (x_.options.seed != 0) slice = 20 + random(static_cast<std::uint32_t>(slice));
  x_.yield_at = x_.executed + slice;
  const Stop why = execute_(x_, strand);
  if (x_.fatal) return false;
  // A loop that waits in each round never uses up a slice, and many short warps end within one, so
  // limits are checked whatever ended this.
  if (!check_limits(strand)) return false;
  if (why == Stop::kWaits) arrive(strand);
  if (why == Stop::kYield) {
    note_slice(strand, x_.changes != changes);
    return strand.same_slices == 0 && strand.quiet_slices < kQuietSlices;
  }
  strand.quiet_slices = strand.same_slices = 0;
  return true;
}

bool Scheduler::check_limits(Strand& strand) {
  if (x_.executed > x_.options.max_warp_instructions) {
    x_.fault(strand, strand.row, FaultKind::kInstructionLimit, strand.mask);
    return false;
  }
  if (x_.options.max_seconds > 0) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    if (spent.count() > x_.options.max_seconds) {
      x_.fault(strand, strand.row, FaultKind::kTimeLimit, strand.mask);
      return false;
    }
  }
  return true;
}

void Scheduler::note_slice(Strand& strand, bool changed) {
  strand.patience = std::min(strand.patience + 1, kMaxPatience);
  if (changed) {
    strand.quiet_slices = strand.same_slices = 0;
    strand.last_hash = 0;
    return;
  }
  const std::uint64_t hash = state_hash(strand);
  const bool same = hash == strand.last_hash && strand.row == strand.last_row;
  strand.same_slices = same ? strand.same_slices + 1 : 0;
  if (same) strand.patience = 0;
  ++strand.quiet_slices;
  strand.last_hash = hash;
  strand.last_row = strand.row;
}

/// Lanes that wait at labels while others of their strand wait for the block or the warp: those
/// that can only end count as ended, the others go on by themselves.
void Scheduler::detach_waiting(Strand& strand) {
  if (waiting_lanes(strand) == 0) return;
  if (const LaneMask bound = lanes_bound_to_exit(x_.code, strand); bound != 0)
    retire_lanes(strand, bound);
  const LaneMask others = waiting_lanes(strand);
  if (others == 0) return;
  strand.missed |= others;
  strand.warp->strands.push_back(split_waiting(x_.code, strand));
}

void Scheduler::arrive(Strand& strand) {
  if (strand.state == StrandState::kAtCollective) {
    if (const LaneMask bound = lanes_bound_to_exit(x_.code, strand); bound != 0)
      retire_lanes(strand, bound);
    const LaneMask missing =
        strand.wait_named & strand.warp->present & ~strand.warp->exited & ~strand.mask;
    if (missing == 0) {
      strand.state = StrandState::kRunnable;
      return;
    }
    detach_waiting(strand);
    return;
  }
  detach_waiting(strand);
  if (x_.observer != nullptr)
    x_.observer->on_barrier_arrival({x_.where(strand), strand.wait_site, strand.mask});
}

void Scheduler::settle(Warp& warp) {
  if (warp.strands.size() > 1) {
    std::erase_if(warp.strands, [&](const auto& strand) {
      return strand->state == StrandState::kDone && strand != warp.strands.front();
    });
    // The first strand's memory is reused for the next block; keep it, even if it is done.
    join_strands(warp);
  }
  release_collectives(warp);
}

void Scheduler::join_strands(Warp& warp) {
  for (std::size_t i = 0; i < warp.strands.size(); ++i) {
    Strand& into = *warp.strands[i];
    if (into.state == StrandState::kDone || into.state == StrandState::kRunnable) continue;
    for (std::size_t k = i + 1; k < warp.strands.size();) {
      const Strand& from = *warp.strands[k];
      if (from.state == into.state && same_place(into, from)) {
        join(into, from);
        into.missed = (into.missed | from.missed) & ~into.lanes;
        into.wait_named |= from.wait_named;
        warp.strands.erase(warp.strands.begin() + static_cast<std::ptrdiff_t>(k));
      } else {
        ++k;
      }
    }
  }
}

/// Lets collectives go on whose lanes have all arrived or ended, here or at another place.
void Scheduler::release_collectives(Warp& warp) {
  LaneMask arrived = 0;
  for (const auto& strand : warp.strands) {
    if (strand->state == StrandState::kAtCollective) arrived |= strand->mask;
  }
  if (arrived == 0) return;
  for (const auto& strand : warp.strands) {
    if (strand->state != StrandState::kAtCollective) continue;
    const LaneMask missing = strand->wait_named & warp.present & ~warp.exited & ~arrived;
    if (missing != 0) continue;
    strand->state = StrandState::kRunnable;
    strand->released = true;
  }
}

bool Scheduler::split_spinning(Block& block) {
  bool split = false;
  for (Warp& warp : block.warps) {
    const std::size_t count = warp.strands.size();
    for (std::size_t i = 0; i < count; ++i) {
      Strand& strand = *warp.strands[i];
      if (strand.state != StrandState::kRunnable || waiting_lanes(strand) == 0) continue;
      warp.strands.push_back(split_waiting(x_.code, strand));
      warp.strands[i]->quiet_slices = warp.strands[i]->same_slices = 0;
      split = true;
    }
  }
  return split;
}

// ---- barriers ----------------------------------------------------------------------------------

bool Scheduler::release_barrier(Block& block) {
  waiting_.clear();
  for (const Warp& warp : block.warps) {
    for (const auto& strand : warp.strands) {
      if (strand->state == StrandState::kDone) continue;
      if (strand->state != StrandState::kAtBarrier) return false;
      waiting_.push_back(strand.get());
    }
  }
  if (!barrier_is_sound(waiting_)) return false;
  release(block, waiting_, waiting_.front()->wait_site);
  return true;
}

/// All threads must wait at one place, and none may have gone another way and ended.
bool Scheduler::barrier_is_sound(const std::vector<Strand*>& waiting) {
  const Strand& first = *waiting.front();
  for (const Strand* strand : waiting) {
    const LaneMask gone = strand->missed & strand->warp->exited;
    const bool elsewhere = strand->wait_site != first.wait_site;
    if (gone == 0 && !elsewhere) continue;
    Fault fault;
    fault.kind = FaultKind::kBarrierDivergence;
    fault.where = x_.where(elsewhere ? first : *strand);
    fault.site = elsewhere ? first.wait_site : strand->wait_site;
    fault.mask = elsewhere ? first.mask : strand->mask;
    fault.lane = std::countr_zero(fault.mask);
    fault.other = x_.where(*strand);
    fault.other_site = elsewhere ? strand->wait_site : kNoSite;
    x_.report(std::move(fault));
    return false;
  }
  return true;
}

void Scheduler::release(Block& block, const std::vector<Strand*>& waiting, SiteId site) {
  std::uint32_t count = 0;
  bool all = true;
  for (const Strand* strand : waiting) {
    if (strand->reduce_op < 0) continue;
    const Register r = strand->reduce_predicate;
    const std::byte* const values =
        r < 0 ? x_.code.pool.get() + (r & ~kPoolBit) : strand->registers(strand->frames.back()) + r;
    for (LaneMask rest = strand->mask; rest != 0; rest &= rest - 1) {
      const bool holds =
          reinterpret_cast<const std::uint32_t*>(values)[std::countr_zero(rest)] != 0;
      count += holds ? 1 : 0;
      all &= holds;
    }
  }
  for (Strand* strand : waiting) {
    if (strand->reduce_op >= 0) {
      const std::uint32_t value = strand->reduce_op == 0   ? count
                                  : strand->reduce_op == 1 ? (all ? 1 : 0)
                                                           : (count > 0 ? 1 : 0);
      auto* const to = reinterpret_cast<std::uint32_t*>(strand->registers(strand->frames.back()) +
                                                        strand->reduce_result);
      std::fill_n(to, kWarpSize, value);
    }
    strand->state = StrandState::kRunnable;
    strand->missed = 0;
  }
  ++block.barriers_passed;
  if (x_.observer == nullptr) return;
  std::uint32_t here = 0;
  for (const Strand* strand : waiting)
    here += static_cast<std::uint32_t>(std::popcount(strand->mask));
  BarrierRelease event;
  event.block = block.index;
  event.slot = block.slot;
  event.site = site;
  event.exited_threads = static_cast<std::uint32_t>(x_.config.block.count()) - here;
  x_.observer->on_barrier_release(event);
}

bool Scheduler::release_grid() {
  if (at_grid_barrier_.empty()) return false;
  if (started_ < blocks_) {
    Strand& strand = *at_grid_barrier_.front()->warps.front().strands.front();
    x_.fault(strand, strand.wait_site, FaultKind::kDeadlock, strand.mask,
             "The grid has more blocks than the device can hold, so not all can reach the grid's "
             "barrier.");
    return false;
  }
  for (std::unique_ptr<Block>& block : at_grid_barrier_) {
    SiteId site = kNoSite;
    for (const Warp& warp : block->warps) {
      for (const auto& strand : warp.strands) {
        if (strand->state != StrandState::kAtGridBarrier) continue;
        site = strand->wait_site;
        strand->state = StrandState::kRunnable;
        strand->missed = 0;
      }
    }
    if (x_.observer != nullptr)
      x_.observer->on_barrier_release({block->index, block->slot, site, true, 0});
    live_.push_back(std::move(block));
  }
  at_grid_barrier_.clear();
  return true;
}

/// Strands of the block wait for each other at different kinds of places.
void Scheduler::report_stuck(Block& block) {
  Strand* collective = nullptr;
  Strand* barrier = nullptr;
  for (const Warp& warp : block.warps) {
    for (const auto& strand : warp.strands) {
      if (strand->state == StrandState::kAtCollective) collective = strand.get();
      if (strand->state == StrandState::kAtBarrier || strand->state == StrandState::kAtGridBarrier)
        barrier = strand.get();
    }
  }
  Strand& waiting = collective != nullptr ? *collective : *barrier;
  Fault fault;
  fault.kind = collective != nullptr ? FaultKind::kWarpSyncDeadlock : FaultKind::kBarrierDivergence;
  fault.where = x_.where(waiting);
  fault.site = waiting.wait_site;
  fault.mask = waiting.mask;
  fault.lane = std::countr_zero(waiting.mask);
  if (barrier != nullptr) {
    fault.other = x_.where(*barrier);
    fault.other_site = barrier->wait_site;
  }
  x_.report(std::move(fault));
}

void Scheduler::report_deadlock(Block& block) {
  for (const Warp& warp : block.warps) {
    for (const auto& strand : warp.strands) {
      if (strand->state != StrandState::kRunnable) continue;
      return x_.fault(*strand, strand->row, FaultKind::kDeadlock, strand->mask);
    }
  }
}

}  // namespace simt
