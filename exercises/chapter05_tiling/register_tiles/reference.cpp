// SPDX-License-Identifier: MIT
#include <cmath>

#include "case.hpp"

REFERENCE(c) {
  const auto a = c.input<float>("a");
  const auto b = c.input<float>("b");
  const auto rows = static_cast<std::size_t>(c.number("rows"));
  const auto columns = static_cast<std::size_t>(c.number("columns"));
  const auto inner = static_cast<std::size_t>(c.number("inner"));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      double sum = 0;
      double magnitude = 0;
      for (std::size_t k = 0; k < inner; ++k) {
        const double term = static_cast<double>(a[row * inner + k]) * b[k * columns + column];
        sum += term;
        magnitude += std::fabs(term);
      }
      c.out("c").expect(row * columns + column, sum,
                        judge::sum_bound(static_cast<double>(inner), magnitude));
    }
  }
}
