// SPDX-License-Identifier: MIT
#include <cmath>

#include "case.hpp"

REFERENCE(c) {
  const auto in = c.input<float>("in");
  const long long rows = c.number("rows");
  const long long columns = c.number("columns");
  const auto at = [&](long long row, long long column) {
    const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
    return inside ? static_cast<double>(in[static_cast<std::size_t>(row * columns + column)]) : 0.0;
  };
  for (long long row = 0; row < rows; ++row) {
    for (long long column = 0; column < columns; ++column) {
      const double around =
          at(row - 1, column) + at(row + 1, column) + at(row, column - 1) + at(row, column + 1);
      const double magnitude = std::fabs(at(row - 1, column)) + std::fabs(at(row + 1, column)) +
                               std::fabs(at(row, column - 1)) + std::fabs(at(row, column + 1)) +
                               std::fabs(at(row, column));
      c.out("out").expect(static_cast<std::size_t>(row * columns + column),
                          at(row, column) + 0.25 * around, judge::sum_bound(5, magnitude));
    }
  }
}
