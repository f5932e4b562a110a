// SPDX-License-Identifier: MIT
//
// Local memory of threads: which bytes of a frame have a value, and where its variables end.
//
// A stack pointer that moves down opens a frame without values. The check pass's code says where
// the borders of its variables lie: `__asan_set_shadow_XX(address / 8, granules)` closes granules
// of 8 bytes (f1, f2, f3), opens them (00), or opens their first XX bytes. The frame begins with a
// mark and a pointer to text that names the variables and their places.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "events.hpp"
#include "memory.hpp"

namespace simt {

/// A variable of a frame, as the frame's text describes it.
struct LocalVariable {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

class LocalChecks {
 public:
  /// Lanes of an access with something wrong.
  struct Problems {
    LaneMask outside = 0;  ///< touches a border between variables
    LaneMask empty = 0;    ///< reads bytes none of which has a value
  };

  /// A frame's mark and the address of its text are as wide as a pointer.
  void begin_launch(std::uint32_t pointer_bytes);
  void end_block(std::uint32_t slot);
  void stack_move(const StackMove& move);
  /// True if the check is one of borders, and so dealt with.
  bool border(const CompilerCheck& check);
  /// Tests the access, and notes what a store gives a value.
  Problems access(const Access& access);
  /// A copy or fill gives values.
  void bulk(const BulkAccess& bulk);
  /// The variable at `address`, or the one nearest before it in its frame.
  std::optional<LocalVariable> variable(const WarpRef& where, int lane, std::uint64_t address,
                                        Memory& memory) const;

 private:
  enum State : std::uint8_t { kEmpty, kValued, kClosed };

  struct Lane {
    std::uint64_t top = 0;      ///< address above the highest byte
    std::vector<State> states;  ///< by distance below `top`
    /// Where frames with borders begin, and the text that describes them.
    std::map<std::uint64_t, std::uint64_t> frames;
    /// The last stores as wide as a pointer, for the text's address may be stored before the mark.
    std::array<std::pair<std::uint64_t, std::uint64_t>, 3> recent = {};

    State* at(std::uint64_t address);
    void set(std::uint64_t address, std::uint64_t bytes, State state);
  };
  using Warp = std::vector<Lane>;

  Warp& warp(const WarpRef& where);
  const Lane* find(const WarpRef& where, int lane) const;
  void note_frame(Lane& lane, std::uint64_t address, std::uint64_t value) const;

  std::uint32_t word_ = 8;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Warp> warps_;  ///< by slot and warp
};

}  // namespace simt
