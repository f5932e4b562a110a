// SPDX-License-Identifier: MIT
//
// The 16-bit formats by plain arithmetic on the host: what a double is, rounded to them once.
#pragma once

#include <algorithm>

#include "conformance.cuh"

namespace conformance {

/// Rounds to `mantissa` stored bits, nearest even, with least normal exponent `least`; the plain
/// way.
inline double rounded_to(double x, int mantissa, int least, double overflow) {
  if (x == 0 || !std::isfinite(x)) return x;
  int e;
  std::frexp(x, &e);
  const int exponent = std::max(e - 1, least);
  const double unit = std::ldexp(1.0, exponent - mantissa);
  const double rounded = std::nearbyint(x / unit) * unit;
  return std::fabs(rounded) >= overflow ? std::copysign(INFINITY, x) : rounded;
}
inline float half_of(double x) { return static_cast<float>(rounded_to(x, 10, -14, 65536.0)); }
inline float bfloat_of(double x) {
  return static_cast<float>(rounded_to(x, 7, -126, std::ldexp(1.0, 128)));
}

}  // namespace conformance
