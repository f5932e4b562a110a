// SPDX-License-Identifier: MIT
#include <cmath>

#include "case.hpp"

// Horner's rule of 16 steps, with values below 1: each step rounds twice.
REFERENCE(c) {
  const auto in = c.input<float>("in");
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = in[i];
    double want = i % 2 == 0 ? 0 : 1;
    for (int k = 0; k < 16; ++k) want = i % 2 == 0 ? want * x + 0.5 : 0.25 - want * x;
    c.out("out").expect(i, want, judge::sum_bound(32, 8));
  }
}
