// SPDX-License-Identifier: MIT
#include "case.hpp"

// Hands out what a multiprocessor has, block by block, until something is short.
REFERENCE(c) {
  const auto threads = c.input<int>("threads");
  const auto registers = c.input<int>("registers");
  const auto shared_bytes = c.input<int>("shared_bytes");
  for (std::size_t i = 0; i < threads.size(); ++i) {
    int warps_left = 64;
    int register_units = 65536 / 256;
    int shared_units = 228 * 1024 / 128;
    int blocks = 0;
    for (; blocks < 32; ++blocks) {
      int shared = shared_bytes[i] + 1024;
      while (shared > 0) {
        shared -= 128;
        --shared_units;
      }
      for (int thread = 0; thread < threads[i]; thread += 32) {
        --warps_left;
        for (int r = 0; r < 32 * registers[i]; r += 256) --register_units;
      }
      if (warps_left < 0 || register_units < 0 || shared_units < 0) break;
    }
    c.out("blocks").expect_whole(i, blocks);
  }
}
