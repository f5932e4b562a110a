// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <vector>

#include "case.hpp"

REFERENCE(c) {
  const auto values = c.input<int>("values");
  for (std::size_t row = 0; row < values.size() / 1024; ++row) {
    const auto of_row = values.subspan(1024 * row, 1024);
    std::vector<int> sorted(of_row.begin(), of_row.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    for (std::size_t place = 0; place < 4; ++place) {
      c.out("best").expect_whole(4 * row + place, sorted[place]);
    }
  }
}
