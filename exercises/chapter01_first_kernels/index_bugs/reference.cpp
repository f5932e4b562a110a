// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto a = c.input<float>("a");
  const auto b = c.input<float>("b");
  for (std::size_t i = 0; i < a.size(); ++i) c.out("out").expect(i, a[i] + b[i]);
}
