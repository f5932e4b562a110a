// SPDX-License-Identifier: MIT
#include <algorithm>

#include "case.hpp"

REFERENCE(c) {
  const auto ranks = c.input<int>("ranks");
  const auto rank = c.input<int>("rank");
  const auto rows = c.input<int>("rows");
  const auto halo = c.input<int>("halo");
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    // Row by row: who owns it, and who needs it.
    const int me = rank[i] % ranks[i];
    int first = 0;
    int mine = 0;
    for (int r = 0, next = 0; r < ranks[i]; ++r) {
      const int count = rows[i] / ranks[i] + (r < rows[i] % ranks[i] ? 1 : 0);
      if (r == me) {
        first = next;
        mine = count;
      }
      next += count;
    }
    int held = 0;
    for (int row = 0; mine > 0 && row < rows[i]; ++row) {
      held += row >= first - halo[i] && row < first + mine + halo[i] ? 1 : 0;
    }
    c.out("firsts").expect_whole(i, first);
    c.out("ends").expect_whole(i, rows[i]);
    c.out("held").expect_whole(i, held);
  }
}
