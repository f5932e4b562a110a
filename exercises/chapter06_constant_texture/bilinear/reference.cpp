// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "case.hpp"

// Each pixel weighs by how near its centre is, with the edge repeated outside. A place is a float,
// so a part may be off by a rounding of the place.
REFERENCE(c) {
  const auto image = c.input<float>("image");
  const auto xs = c.input<float>("xs");
  const auto ys = c.input<float>("ys");
  const long long width = c.number("width");
  const long long height = c.number("height");
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double x = xs[i];
    const double y = ys[i];
    const auto nearest = [](double at) { return static_cast<long long>(std::floor(at)); };
    double sum = 0;
    double magnitude = 0;
    for (long long row = nearest(y) - 2; row <= nearest(y) + 2; ++row) {
      for (long long column = nearest(x) - 2; column <= nearest(x) + 2; ++column) {
        const double part = std::max(0.0, 1 - std::fabs(x - static_cast<double>(column) - 0.5)) *
                            std::max(0.0, 1 - std::fabs(y - static_cast<double>(row) - 0.5));
        const long long r = std::clamp(row, 0ll, height - 1);
        const long long k = std::clamp(column, 0ll, width - 1);
        const double value = image[static_cast<std::size_t>(r * width + k)];
        sum += part * value;
        magnitude += std::fabs(value) * (part > 0 ? 1 : 0);
      }
    }
    const double place = std::fabs(x) + std::fabs(y) + 1;
    c.out("out").expect(i, sum, judge::sum_bound(8 * place, magnitude));
  }
}
