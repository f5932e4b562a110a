// SPDX-License-Identifier: MIT
//
// Decides who runs next: blocks, warps and strands of one launch.
//
// A block normally runs to its end before the next one starts, warp after warp, each up to a
// barrier or the end of its slice. As many blocks as the device could hold may be live together: a
// block that only spins is set aside and the next one started, so waiting for another block ends. A
// strand that spins while lanes of its own warp wait behind it is split.
//
// "Spins" means: a whole slice without a store, ending in the registers it began with. If every
// live block spins and no other can start, nothing can ever change: a deadlock, reported at once.
// The seed permutes blocks and warps and varies the slices; the same seed gives the same run.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "executor.hpp"

namespace simt {

class Scheduler {
 public:
  explicit Scheduler(Executor& executor);

  /// Runs all blocks of the grid, or until a fatal fault.
  void run();

 private:
  /// What a turn of a block came to.
  enum class Progress : std::uint8_t { kDone, kMoved, kQuiet, kSpinning, kAtGridBarrier, kFatal };

  std::unique_ptr<Block> take_block();
  std::unique_ptr<Block> start_block();
  void start_warp(Block& block, Warp& warp, bool fresh);
  void fill_registers(Strand& strand, bool fresh);
  std::uint64_t block_at(std::uint64_t position) const;
  void finish_block(std::unique_ptr<Block> block);

  Progress run_block(Block& block);
  bool run_strand(Strand& strand);
  void note_slice(Strand& strand, bool changed);
  void arrive(Strand& strand);
  void detach_waiting(Strand& strand);
  void settle(Warp& warp);
  void join_strands(Warp& warp);
  void release_collectives(Warp& warp);
  bool split_spinning(Block& block);
  bool check_limits(Strand& strand);

  bool release_barrier(Block& block);
  bool barrier_is_sound(const std::vector<Strand*>& waiting);
  void release(Block& block, const std::vector<Strand*>& waiting, SiteId site);
  void report_stuck(Block& block);
  bool release_grid();
  Progress waiting_progress(Block& block);
  void report_deadlock(Block& block);

  std::uint32_t random(std::uint32_t below);

  Executor& x_;
  Stop (*execute_)(Executor&, Strand&);
  std::uint64_t blocks_;  ///< in the grid
  std::uint64_t started_ = 0;
  std::uint64_t finished_ = 0;
  std::uint64_t capacity_;                 ///< blocks the device could hold
  std::uint64_t stride_ = 1, offset_ = 0;  ///< order of the blocks
  std::uint64_t random_state_;
  std::uint32_t next_slot_ = 0;
  std::deque<std::unique_ptr<Block>> live_;
  std::vector<std::unique_ptr<Block>> at_grid_barrier_;
  std::vector<std::unique_ptr<Block>> spare_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<Strand*> waiting_;  ///< of the barrier being released; kept to save allocations
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace simt
