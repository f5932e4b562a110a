// SPDX-License-Identifier: MIT
#include <cmath>

#include "case.hpp"

// Straight from the definition, in double precision.
REFERENCE(c) {
  const auto in = c.input<float>("in");
  const auto weights = c.input<float>("c_weights");
  const auto n = static_cast<long long>(in.size());
  const auto taps = static_cast<long long>(weights.size());
  for (long long i = 0; i < n; ++i) {
    double sum = 0;
    double magnitude = 0;
    for (long long k = 0; k < taps; ++k) {
      const long long source = i + k - taps / 2;
      if (source < 0 || source >= n) continue;
      const double term = static_cast<double>(weights[static_cast<std::size_t>(k)]) *
                          in[static_cast<std::size_t>(source)];
      sum += term;
      magnitude += std::fabs(term);
    }
    const double bound = judge::sum_bound(static_cast<double>(taps), magnitude);
    c.out("out").expect(static_cast<std::size_t>(i), sum, bound);
  }
}
