// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto turn = c.input<int>("turn");
  const auto stages = c.input<int>("stages");
  const auto consumed = c.input<int>("consumed");
  const auto under_way = c.input<int>("under_way");
  for (std::size_t i = 0; i < turn.size(); ++i) {
    // By going through all turns before it.
    int slot = 0;
    int parity = 0;
    for (int past = 0; past < turn[i]; ++past) {
      if (++slot == stages[i]) {
        slot = 0;
        parity ^= 1;
      }
    }
    c.out("waits").expect_whole(i, 2 * slot + parity);
    int free_slots = stages[i];
    for (int used = 0; used < under_way[i] % (stages[i] + 1); ++used) --free_slots;
    c.out("ahead").expect_whole(i, free_slots);
  }
}
