// SPDX-License-Identifier: MIT
//
// Copies with cp.async: from the copy to the wait of the thread that made it, nobody may touch what
// it writes. The engine copies at once, so only this module knows of what is still under way.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "events.hpp"

namespace simt {

class AsyncCopies {
 public:
  /// A copy that was touched too early.
  struct Copy {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
    SiteId site = kNoSite;
    std::uint32_t thread = 0;  ///< of the block
  };
  struct Touched {
    LaneMask lanes = 0;  ///< of the access
    Copy copy;           ///< that the first of them touches
  };

  void event(const AsyncEvent& event);
  void end_block(std::uint32_t slot) { blocks_.erase(slot); }
  /// Which lanes of an access to shared memory touch a copy under way.
  std::optional<Touched> touched(const Access& access) const;

 private:
  /// Copies of one thread, oldest first; `open` is the group that the next commit closes.
  struct Thread {
    std::vector<std::vector<std::uint64_t>> groups;  ///< begins of copies
    std::vector<std::uint64_t> open;
  };
  struct Block {
    std::map<std::uint64_t, Copy> under_way;  ///< by begin
    std::unordered_map<std::uint32_t, Thread> threads;
  };

  static void finish_all_but(Block& block, Thread& thread, std::uint64_t groups);

  std::unordered_map<std::uint32_t, Block> blocks_;  ///< by slot; only those that copy this way
};

}  // namespace simt
