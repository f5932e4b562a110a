// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "case.hpp"

REFERENCE(c) {
  constexpr double kKeepMean = 0.9f;
  constexpr double kKeepSquare = 0.999f;
  constexpr double kTiny = 1e-8f;
  constexpr double kEpsilon = std::numeric_limits<float>::epsilon();
  const auto weight = c.input<float>("weight");
  const auto mean = c.input<float>("mean");
  const auto square = c.input<float>("square");
  const auto gradient = c.input<float>("gradient");
  const double rate = c.numbers().at("rate");
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double g = gradient[i];
    const double kept = kKeepMean * mean[i];
    const double added = (1 - kKeepMean) * g;
    const double new_square = kKeepSquare * square[i] + (1 - kKeepSquare) * g * g;
    const double step = rate / (std::sqrt(new_square) + kTiny);
    const double magnitude = std::fabs(kept) + std::fabs(added);
    c.out("mean").expect(i, kept + added, 8 * kEpsilon * magnitude);
    c.out("square").expect(i, new_square, 6 * kEpsilon * new_square);
    const double moved = step * (kept + added);
    c.out("weight").expect(
        i, weight[i] - moved,
        kEpsilon * (24 * step * magnitude + 2 * (std::fabs(moved) + std::fabs(weight[i]))));
  }
}
