// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto offset = c.input<int>("offset");
  const auto chunk = c.input<int>("chunk");
  const auto step = c.input<int>("step");
  for (std::size_t i = 0; i < offset.size(); ++i) {
    // On the bits: bits 7 to 9 of the address are xored into bits 4 to 6.
    const int bits = offset[i] ^ ((offset[i] >> 7 & 7) << 4);
    c.out("places").expect_whole(i, bits);
    // Rows with the same remainder by 8 meet; of those there are as many as step and 8 allow.
    int apart = 8;
    for (int common = step[i]; common % 2 == 0 && apart > 1; common /= 2) apart /= 2;
    c.out("columns").expect_whole(i, apart);
  }
}
