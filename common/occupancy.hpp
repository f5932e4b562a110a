// SPDX-License-Identifier: MIT
//
// How many blocks of a kernel are resident on an SM at once, and which limit says so.
#pragma once

#include <initializer_list>

namespace cm {

constexpr int kWarpLanes = 32;
constexpr int kRegisterUnit = 256;  // a warp gets registers in portions of 256
constexpr int kRegisterFiles = 4;   // an SM has four, one for each of its schedulers
constexpr int kSharedUnit = 128;    // bytes; a block gets shared memory in portions of 128

/// What one SM has.  Source: "Compute Capabilities" in NVIDIA's CUDA C++ Programming Guide.
struct SmLimits {
  int threads;         ///< Resident at most.
  int blocks;          ///< Resident at most.
  int registers;       ///< 32-bit registers of all four files.
  int shared_bytes;    ///< Shared memory for the blocks that are resident.
  int reserved_bytes;  ///< Shared memory that each block takes beside what it asks for.
};

/// What one block of a kernel needs.
struct BlockNeeds {
  int threads;
  int registers;     ///< For each thread, as the compiler says.
  int shared_bytes;  ///< Static and dynamic.
};

/// Blocks that each limit would allow; the least of them are resident.
struct Residency {
  int by_threads;
  int by_blocks;
  int by_registers;
  int by_shared;

  constexpr int blocks() const {
    int least = by_threads;
    for (const int other : {by_blocks, by_registers, by_shared}) {
      if (other < least) least = other;
    }
    return least;
  }
  /// The limit that holds; the first of those that hold alike.
  constexpr const char* limit() const {
    const int least = blocks();
    if (by_threads == least) return "threads";
    if (by_registers == least) return "registers";
    return by_shared == least ? "shared memory" : "blocks";
  }
};

namespace detail {

constexpr int whole_units(int amount, int unit) { return (amount + unit - 1) / unit; }

}  // namespace detail

// [snippet:residency]
/// The blocks that an SM holds at once.  A warp's registers come in portions of 256 out of one of
/// four files, so a warp that does not fit into what a file has left finds no room at all.
constexpr Residency residency(const SmLimits& sm, const BlockNeeds& block) {
  const int warps = detail::whole_units(block.threads, kWarpLanes);
  const int warp_registers =
      detail::whole_units(block.registers * kWarpLanes, kRegisterUnit) * kRegisterUnit;
  const int shared =
      detail::whole_units(block.shared_bytes + sm.reserved_bytes, kSharedUnit) * kSharedUnit;

  Residency fit{};
  fit.by_threads = sm.threads / kWarpLanes / warps;
  fit.by_blocks = sm.blocks;
  fit.by_registers = warp_registers == 0
                         ? sm.blocks
                         : sm.registers / kRegisterFiles / warp_registers * kRegisterFiles / warps;
  fit.by_shared = shared == 0 ? sm.blocks : sm.shared_bytes / shared;
  return fit;
}
// [/snippet:residency]

/// Resident warps in percent of the most that the SM can hold.
constexpr double occupancy_percent(const SmLimits& sm, const BlockNeeds& block) {
  const int warps = detail::whole_units(block.threads, kWarpLanes);
  return 100.0 * residency(sm, block).blocks() * warps * kWarpLanes / sm.threads;
}

}  // namespace cm
