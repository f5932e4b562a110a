// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto offset = c.input<int>("offset");
  const auto chunk = c.input<int>("chunk");
  for (std::size_t i = 0; i < offset.size(); ++i) {
    // On the bits: bits 7 to 9 of the address are xored into bits 4 to 6.
    const int bits = offset[i] ^ ((offset[i] >> 7 & 7) << 4);
    c.out("places").expect_whole(i, bits);
    c.out("columns").expect_whole(i, chunk[i] < 8 ? 8 : 0);
  }
}
