// SPDX-License-Identifier: MIT
#include "case.hpp"

// By pages instead of by accesses: the changes of side in the history of each page.
REFERENCE(c) {
  const auto pages = c.input<int>("pages");
  const auto from_gpu = c.input<int>("from_gpu");
  const auto counts = c.input<int>("counts");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::int64_t moved = 0;
    for (int page = 0; page < 8; ++page) {
      int last = 0;
      for (std::size_t k = 32 * i; k < 32 * i + static_cast<std::size_t>(counts[i]); ++k) {
        if (pages[k] != page) continue;
        moved += from_gpu[k] != last ? 1 : 0;
        last = from_gpu[k];
      }
    }
    c.out("answers").expect_whole(i, moved);
  }
}
