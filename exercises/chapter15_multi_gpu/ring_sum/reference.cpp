// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto ranks = c.input<int>("ranks");
  const auto rank = c.input<int>("rank");
  const auto step = c.input<int>("step");
  const auto bytes = c.input<long long>("bytes");
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    // Follow the chunk: what a rank sends is what the one before it sent a step earlier.
    int from = rank[i] % ranks[i];
    for (int s = step[i]; s > 0; --s) from = from == 0 ? ranks[i] - 1 : from - 1;
    c.out("chunks").expect_whole(i, from);
    long long all = 0;
    const long long chunk = bytes[i] / ranks[i] + (bytes[i] % ranks[i] != 0 ? 1 : 0);
    for (int s = 1; s < ranks[i]; ++s) all += chunk + chunk;
    c.out("sent").expect_whole(i, all);
  }
}
