// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto in = c.input<float>("in");
  for (std::size_t i = 0; i + 8 <= in.size(); ++i) {
    std::int64_t less = 0;
    for (std::size_t k = i + 1; k < i + 8; ++k) less += in[k] < in[i] ? 1 : 0;
    c.out("out").expect_whole(i, less);
  }
}
