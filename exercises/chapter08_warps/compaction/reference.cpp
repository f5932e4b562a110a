// SPDX-License-Identifier: MIT
#include <algorithm>

#include "case.hpp"

REFERENCE(c) {
  std::vector<std::int64_t> kept;
  for (const int value : c.input<int>("values")) {
    if (value > 0) kept.push_back(value);
  }
  std::sort(kept.begin(), kept.end());
  for (std::size_t i = 0; i < kept.size(); ++i) c.out("out").expect_whole(i, kept[i]);
  c.out("count").expect_whole(0, static_cast<std::int64_t>(kept.size()));
}
