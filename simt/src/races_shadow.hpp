// SPDX-License-Identifier: MIT
//
// What the race detector remembers of memory: who wrote, read and updated each cell last.
//
// A cell is 4 bytes, or one byte in kernels with narrower accesses. Global memory mostly sees
// whole rows (32 cells) touched by one warp, lane after lane; such a row needs one record, and is
// split into cells only when somebody touches it otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "races_clock.hpp"

namespace simt {

/// Index of a memory instruction among those a detector has met; 0 = unknown.
using SiteIndex = std::uint16_t;

/// One remembered access, or the last of several alike.
struct Mark {
  enum Many : std::uint8_t { kLanes = 1, kWarps = 2, kBlocks = 4 };
  enum Flags : std::uint8_t {
    kShift = 7,  ///< in a row's mark: cells a lane, as a power of two
    kVolatile = 8,
    kUnchanged = 16,  ///< a store of the value that was there
    kJoint = 32       ///< several lanes stored one value together
  };

  ThreadNumber thread = 0;
  Tick tick = 0;  ///< 0 = never
  SiteIndex site = 0;
  std::uint8_t many = 0;  ///< others did the same, unordered with it
  std::uint8_t flags = 0;
};

struct Cell {
  Mark write, read, atomic;
};

inline constexpr std::uint32_t kRowCells = 32;
using CellRow = std::array<Cell, kRowCells>;

/// A row of global memory. While `cells` is 0, cell c was touched by thread
/// `mark.thread + (c >> shift)`.
struct ShadowRow {
  Mark write, read;
  std::uint32_t cells = 0;  ///< index of its CellRow plus one
  Tick split = 0;           ///< when it was split; older than the era: whole again
};

/// Rows of one allocation, zero until touched. Pages never touched take no memory.
class AllocationShadow {
 public:
  explicit AllocationShadow(std::uint64_t rows)
      : rows_(static_cast<ShadowRow*>(std::calloc(rows, sizeof(ShadowRow))), &std::free) {}

  bool valid() const { return rows_ != nullptr; }
  ShadowRow& row(std::uint64_t index) { return rows_.get()[index]; }

 private:
  std::unique_ptr<ShadowRow, decltype(&std::free)> rows_;
};

/// Cells of split rows, up to a budget.
class CellPool {
 public:
  static constexpr std::size_t kMaxRows = 80'000;  ///< about 90 MB

  /// A new row of cells, counted from 1; 0 when the budget is used up.
  std::uint32_t take() {
    if (used_ == kMaxRows) return 0;
    if (used_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique<Chunk>());
    (*this)[static_cast<std::uint32_t>(++used_)] = CellRow{};
    return static_cast<std::uint32_t>(used_);
  }
  CellRow& operator[](std::uint32_t number) {
    return (*chunks_[(number - 1) / kChunk])[(number - 1) % kChunk];
  }
  void clear() {
    used_ = 0;
    if (chunks_.size() > 4) chunks_.resize(4);
  }

 private:
  static constexpr std::size_t kChunk = 256;
  using Chunk = std::array<CellRow, kChunk>;

  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::size_t used_ = 0;
};

}  // namespace simt
