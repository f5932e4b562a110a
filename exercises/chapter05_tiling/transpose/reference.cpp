// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto in = c.input<float>("in");
  const auto rows = static_cast<std::size_t>(c.number("rows"));
  const auto columns = static_cast<std::size_t>(c.number("columns"));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      c.out("out").expect(column * rows + row, in[row * columns + column]);
    }
  }
}
