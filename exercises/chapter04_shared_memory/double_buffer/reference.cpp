// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  constexpr std::size_t kTile = 128;
  const auto in = c.input<float>("in");
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t mirrored = i - i % kTile + (kTile - 1 - i % kTile);
    c.out("out").expect(i, in[i] + in[mirrored]);  // one addition of floats: exact
  }
}
