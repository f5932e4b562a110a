// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "case.hpp"

// The bound: expf is off by 2 units in the last place, the difference of two values up to 1000 by
// half a unit of 1000, which the exponential turns into a relative error; the sum adds up, and is
// mended now and then.
REFERENCE(c) {
  const auto in = c.input<float>("in");
  const auto columns = static_cast<std::size_t>(c.number("columns"));
  for (std::size_t first = 0; first < in.size(); first += columns) {
    const auto row = in.subspan(first, columns);
    double largest = row[0];
    bool has_nan = false;
    for (const float value : row) {
      has_nan = has_nan || std::isnan(value);
      largest = std::max(largest, static_cast<double>(value));
    }
    double sum = 0;
    for (const float value : row) sum += std::exp(static_cast<double>(value) - largest);
    for (std::size_t k = 0; k < columns; ++k) {
      const double want = std::exp(static_cast<double>(row[k]) - largest) / sum;
      const double relative = 2e-4 + 1.2e-7 * static_cast<double>(columns);
      c.out("out").expect(first + k, want, relative * want + 1e-37);
    }
  }
}
