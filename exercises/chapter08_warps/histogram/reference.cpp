// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto before = c.input<unsigned>("counts");
  std::vector<std::int64_t> counts(before.begin(), before.end());
  for (const int value : c.input<int>("values")) {
    if (value >= 0 && value < 64) ++counts[static_cast<std::size_t>(value)];
  }
  for (std::size_t bin = 0; bin < counts.size(); ++bin)
    c.out("counts").expect_whole(bin, counts[bin]);
}
