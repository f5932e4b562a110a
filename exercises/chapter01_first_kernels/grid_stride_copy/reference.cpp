// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto in = c.input<float>("in");
  for (std::size_t i = 0; i < in.size(); ++i) c.out("out").expect(i, in[i]);
}
