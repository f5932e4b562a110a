// SPDX-License-Identifier: MIT
//
// The 16-bit formats by plain arithmetic on the host: what a double is, rounded to them once.
#pragma once

#include <algorithm>
#include <cfenv>

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

/// x * y + z cut to a double, with its last bit set if something was cut off: rounded once more to
/// a 16-bit format it is what one rounding gives, even where a tie hangs on the last bit of z.
inline double sticky_fma(double x, double y, double z) {
  volatile double a = x, b = y, c = z;  // the product must not be made before the mode is set
  std::fesetround(FE_TOWARDZERO);
  std::feclearexcept(FE_ALL_EXCEPT);
  volatile double result = std::fma(a, b, c);
  const bool is_cut = std::fetestexcept(FE_INEXACT) != 0;
  std::fesetround(FE_TONEAREST);
  double value = result;
  if (!is_cut || !std::isfinite(value)) return value;
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bits |= 1;
  std::memcpy(&value, &bits, sizeof bits);
  return value;
}

}  // namespace conformance
