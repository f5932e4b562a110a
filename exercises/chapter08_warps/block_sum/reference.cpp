// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "case.hpp"

REFERENCE(c) {
  const auto in = c.input<float>("in");
  for (std::size_t block = 0; block <= in.size() / 256; ++block) {
    double sum = 0;
    double magnitude = 0;
    for (std::size_t i = 256 * block; i < std::min(in.size(), 256 * block + 256); ++i) {
      sum += in[i];
      magnitude += std::fabs(in[i]);
    }
    for (const char* sums : {"tree", "shuffle", "atomic"}) {
      c.out(sums).expect(block, sum, judge::sum_bound(256, magnitude));
    }
  }
}
