// SPDX-License-Identifier: MIT
#include <cmath>

#include "case.hpp"

REFERENCE(c) {
  const auto before = c.input<float>("c");
  const auto product = c.input<float>("product");
  const double alpha = c.numbers().at("alpha");
  const double beta = c.numbers().at("beta");
  for (std::size_t i = 0; i < product.size(); ++i) {
    const double kept = beta == 0 ? 0 : beta * before[i];
    const double magnitude = std::fabs(alpha * product[i]) + std::fabs(kept);
    c.out("c").expect(i, alpha * product[i] + kept, judge::sum_bound(2, magnitude));
  }
}
