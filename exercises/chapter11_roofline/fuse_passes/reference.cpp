// SPDX-License-Identifier: MIT
#include <cmath>

#include "case.hpp"

// What is no number is no number above zero either: the maximum of it and 0 is 0, as fmaxf has it.
REFERENCE(c) {
  const auto in = c.input<float>("in");
  const auto shift = c.input<float>("shift");
  const double scale = c.numbers().at("scale");
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double line = scale * in[i] + shift[i];
    const double want = std::fmax(line, 0.0) * in[i];
    const double magnitude = (std::fabs(scale * in[i]) + std::fabs(shift[i])) * std::fabs(in[i]);
    c.out("out").expect(i, want, judge::sum_bound(4, magnitude));
  }
}
