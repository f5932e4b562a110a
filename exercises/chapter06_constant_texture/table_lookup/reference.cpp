// SPDX-License-Identifier: MIT
#include "case.hpp"

REFERENCE(c) {
  const auto table = c.input<float>("c_table");
  const auto keys = c.input<unsigned char>("keys");
  for (std::size_t i = 0; i < keys.size(); ++i) c.out("out").expect(i, table[keys[i]]);
}
