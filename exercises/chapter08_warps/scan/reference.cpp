// SPDX-License-Identifier: MIT
#include <algorithm>

#include "case.hpp"

REFERENCE(c) {
  const auto in = c.input<int>("in");
  std::int64_t sum = 0;
  std::size_t blocks = std::max<std::size_t>(1, (in.size() + 255) / 256);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::int64_t before = sum;
    for (std::size_t i = 256 * block; i < std::min(in.size(), 256 * block + 256); ++i) {
      sum += in[i];
      c.out("out").expect_whole(i, sum);
    }
    c.out("totals").expect_whole(block, sum - before);
    c.out("scanned").expect_whole(block, sum);
  }
  c.out("total").expect_whole(0, sum);
}
