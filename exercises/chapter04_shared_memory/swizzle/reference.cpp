// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto in = c.input<float>("in");
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t tile = i / 1024;
    const std::size_t row = i % 1024 / 32;
    const std::size_t column = i % 32;
    c.out("out").expect(tile * 1024 + column * 32 + row, in[i]);
  }
}
