// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "case.hpp"

REFERENCE(c) {
  const auto bytes = c.input<long long>("bytes");
  const auto shared_bytes = c.input<int>("shared_bytes");
  const auto rates = c.input<long long>("rates");
  const auto latencies = c.input<long long>("latencies");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    // From a root that may be off by one, corrected.
    auto n = static_cast<long long>(std::sqrt(static_cast<double>(bytes[i]) / 12));
    n = std::max(0ll, n - 2);
    while ((n + 1) * (n + 1) * 12 <= bytes[i]) ++n;
    c.out("squares").expect_whole(i, n);
    int tile = 1024;
    while (tile > 0 && 2 * 2 * tile * tile * 4 > shared_bytes[i]) tile /= 2;
    c.out("tiles").expect_whole(i, tile);
    const long long under_way = rates[i] * latencies[i];
    c.out("floats").expect_whole(i, under_way / 4 + (under_way % 4 != 0 ? 1 : 0));
  }
}
