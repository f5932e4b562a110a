// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto points = c.input<float>("points");
  for (std::size_t i = 0; i < points.size() / 3; ++i) {
    c.out("x").expect(i, points[3 * i]);
    c.out("y").expect(i, points[3 * i + 1]);
    c.out("z").expect(i, points[3 * i + 2]);
  }
}
