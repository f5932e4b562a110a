// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "case.hpp"

// By times instead of rates: what takes longer is the limit.
REFERENCE(c) {
  const auto peaks = c.input<double>("peaks");
  const auto bandwidths = c.input<double>("bandwidths");
  const auto flops = c.input<double>("flops");
  const auto bytes = c.input<double>("bytes");
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const double time = std::max(flops[i] / peaks[i], bytes[i] / bandwidths[i]);
    c.out("rates").expect(i, flops[i] / time, 1e-12 * flops[i] / time);
    // t / 4 * bandwidth < peak, in whole numbers.
    const auto four_peaks = static_cast<long long>(4 * peaks[i]);
    const auto bandwidth = static_cast<long long>(bandwidths[i]);
    const long long tile = (four_peaks - 1) / bandwidth;
    c.out("tiles").expect_whole(i, std::min(tile, 1024ll));
  }
}
