// SPDX-License-Identifier: MIT
//
// The state of running threads: blocks, warps, strands, frames.
//
// A warp's lanes normally run as one strand: one row, one mask, and for each label of the frame a
// mask of lanes that wait there. A strand jumps over a part only if none of its lanes takes it, so
// lanes meet again at the target of a branch, at or before the immediate post-dominator.
// When lanes wait for each other in a way that this order cannot serve (a lock held by a lane that
// waits behind a spin loop, a barrier inside a branch), the strand is split: each part has its own
// copy of the frames and runs by itself until both wait at the same row, where they become one
// again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "decode.hpp"
#include "events.hpp"
#include "launch.hpp"

namespace simt {

struct Block;
struct Warp;

/// One function call of a strand. Its registers and label masks lie at `base` in Strand::memory.
struct Frame {
  const DecodedFunction* function = nullptr;
  std::uint32_t return_row = 0;
  std::uint32_t base = 0;
  LaneMask mask = 0;    ///< lanes that called
  Register result = 0;  ///< where the caller wants the result
};

enum class StrandState : std::uint8_t {
  kRunnable,
  kAtBarrier,      ///< waits for the block
  kAtGridBarrier,  ///< waits for the grid
  kAtCollective,   ///< waits for lanes of the warp that other strands hold
  kDone
};

struct Strand {
  Warp* warp = nullptr;
  LaneMask lanes = 0;  ///< all lanes it holds; those that exit are taken out
  LaneMask mask = 0;   ///< lanes that execute `row`
  std::uint32_t row = 0;
  StrandState state = StrandState::kRunnable;
  std::vector<Frame> frames;
  AlignedBytes memory;
  std::uint32_t capacity = 0;
  std::uint32_t top = 0;

  std::byte* shared = nullptr;  ///< the block's shared memory

  SiteId wait_site = kNoSite;  ///< row of the barrier or collective it waits at
  int reduce_op = -1;          ///< reducing barrier: 0 count, 1 and, 2 or
  Register reduce_predicate = 0;
  Register reduce_result = 0;
  LaneMask wait_named = 0;  ///< collective: the lanes it waits for
  LaneMask missed = 0;      ///< lanes that will not come any more
  bool released = false;    ///< collective: go on although lanes are missing

  // What the scheduler knows about spinning.
  std::uint64_t last_hash = 0;
  std::uint32_t last_row = 0;
  std::uint32_t quiet_slices = 0;  ///< slices in a row that stored nothing
  std::uint32_t same_slices = 0;   ///< of those, with no register changed either
  std::uint32_t patience = 0;      ///< how long its slices are, see scheduler.cpp

  /// The two lane masks of a label in the top frame: [2 * slot], [2 * slot + 1].
  LaneMask* slots(const Frame& frame) const;
  std::byte* registers(const Frame& frame) const;
};

/// Bytes in front of a frame's registers that hold its label masks.
constexpr std::uint32_t slot_bytes(const DecodedFunction& function) {
  return (function.slots * 8 + 63) / 64 * 64;
}

inline LaneMask* Strand::slots(const Frame& frame) const {
  return reinterpret_cast<LaneMask*>(memory.get() + frame.base);
}
inline std::byte* Strand::registers(const Frame& frame) const {
  return memory.get() + frame.base + slot_bytes(*frame.function);
}

/// Local memory of a warp's threads, 16 bytes of each lane in turn, as GPUs lay it out. Only the
/// part that the stack has reached exists: the topmost `committed` bytes of each thread's `size`.
struct LocalMemory {
  AlignedBytes data;
  std::uint32_t committed = 0;
  std::uint32_t size = 0;

  /// Byte `offset` (from kLocalBase) of a lane; valid up to the next 16-byte boundary.
  std::byte* at(int lane, std::uint64_t offset) const {
    const std::uint64_t relative = offset - (size - committed);
    return data.get() + relative / 16 * (16 * kWarpSize) + static_cast<std::uint64_t>(lane) * 16 +
           relative % 16;
  }
  bool holds(std::uint64_t offset) const { return offset >= size - committed; }
  /// Makes `offset` and all above it exist.
  void commit(std::uint64_t offset);
};

struct Warp {
  Block* block = nullptr;
  std::uint32_t index = 0;
  LaneMask present = 0;  ///< lanes that exist
  LaneMask exited = 0;
  alignas(64) std::uint32_t thread_id[3][kWarpSize] = {};
  alignas(64) std::uint64_t stack_pointer[kWarpSize] = {};
  LocalMemory local;
  /// The threads' own copies of classes passed by value, lane after lane; made at the first store
  /// to one.
  AlignedBytes own_parameters;
  std::vector<std::unique_ptr<Strand>> strands;
};

struct Block {
  std::uint64_t index = 0;
  std::uint32_t slot = 0;
  Dim3 id{0, 0, 0};
  AlignedBytes shared;
  std::uint32_t shared_bytes = 0;
  std::vector<Warp> warps;
  std::uint32_t barriers_passed = 0;
};

// ---- frames ------------------------------------------------------------------------------------

/// Pushes a frame with cleared label masks and locals. False if the stack is used up.
bool push_frame(Strand& strand, const DecodedFunction& function, std::uint32_t return_row,
                LaneMask mask, Register result, std::uint32_t max_depth);

// ---- splitting and joining ---------------------------------------------------------------------

/// Lanes of the strand that wait at labels, so are not in its mask and have not exited.
LaneMask waiting_lanes(const Strand& strand);
/// Of those, the lanes that can only run to the end of the kernel without any effect.
LaneMask lanes_bound_to_exit(const Code& code, const Strand& strand);
/// Counts lanes as exited: takes them out of all masks.
void retire_lanes(Strand& strand, LaneMask lanes);
/// Moves the waiting lanes into a strand of their own, which can run on.
std::unique_ptr<Strand> split_waiting(const Code& code, Strand& strand);
/// True if two strands stand at the same row in the same calls.
bool same_place(const Strand& a, const Strand& b);
/// Adds `from` to `into`; both stand at the same place.
void join(Strand& into, const Strand& from);
/// A number that changes when a register, mask or row of the strand changes.
std::uint64_t state_hash(const Strand& strand);

}  // namespace simt
