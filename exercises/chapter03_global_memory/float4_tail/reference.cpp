// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto in = c.input<float>("in");
  const auto factor = static_cast<float>(c.number("factor"));
  for (std::size_t i = 0; i < in.size(); ++i) c.out("out").expect(i, factor * in[i]);
}
