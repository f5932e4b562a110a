// SPDX-License-Identifier: MIT
#include <vector>

#include "case.hpp"

// The ways through a graph: each piece leads to the next one of its stream, and the event to the
// piece that waits.
REFERENCE(c) {
  constexpr std::size_t kWork = 64;
  const auto recorded = static_cast<std::size_t>(c.number("recorded"));
  const auto waiter = static_cast<std::size_t>(c.number("waiter"));
  for (std::size_t first = 0; first < kWork; ++first) {
    std::vector<bool> reached(kWork + 2, false);
    reached[first] = true;
    for (std::size_t piece = first; piece < kWork; ++piece) {
      if (!reached[piece]) continue;
      reached[piece + 2] = true;
      if (piece == recorded) reached[waiter] = true;
    }
    for (std::size_t second = 0; second < kWork; ++second) {
      const bool ordered = second != first && reached[second];
      c.out("ordered").expect_whole(first * kWork + second, ordered ? 1 : 0);
    }
  }
}
