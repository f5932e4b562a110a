// SPDX-License-Identifier: MIT
#include <algorithm>

#include "case.hpp"

REFERENCE(c) {
  const auto m = c.input<long long>("m");
  const auto n = c.input<long long>("n");
  const auto k = c.input<long long>("k");
  const auto tile_m = c.input<int>("tile_m");
  const auto tile_n = c.input<int>("tile_n");
  const auto shared_bytes = c.input<int>("shared_bytes");
  const auto depth = c.input<int>("depth");
  for (std::size_t i = 0; i < m.size(); ++i) {
    // Tile by tile along each edge.
    long long all = 0;
    long long across = 0;
    for (long long first = 0; first < n[i]; first += tile_n[i]) ++across;
    for (long long first = 0; first < m[i]; first += tile_m[i]) {
      const long long rows = std::min<long long>(tile_m[i], m[i] - first);
      all += across * rows * k[i] + n[i] * k[i];
    }
    c.out("loaded").expect_whole(i, all);
    int fit = 0;
    const long long pair = 4ll * tile_m[i] * depth[i] + 4ll * tile_n[i] * depth[i];
    while ((fit + 1) * (pair + 8) <= shared_bytes[i]) ++fit;
    c.out("stages").expect_whole(i, fit);
  }
}
