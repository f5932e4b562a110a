// SPDX-License-Identifier: MIT
//
// Is this result right?  Written so that a NaN, a missing element or a wrong size is never "yes".
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <type_traits>
#include <vector>

namespace cm {

/// How far a result may lie from what is wanted: `abs + rel * |want|`.  The default is exact.
struct Tolerance {
  double abs = 0;
  double rel = 0;
  bool nan_equal = false;  ///< NaN is right where NaN is wanted; without this it never is.
};

/// The tolerance for a sum in any order: `terms` additions, each off by at most `eps` of
/// `magnitude`.
///
/// \param terms     number of terms in the sum
/// \param eps       rounding of the type, such as std::numeric_limits<float>::epsilon()
/// \param magnitude sum of the terms' absolute values, or a bound on it
inline Tolerance sum_tolerance(std::size_t terms, double eps, double magnitude) {
  Tolerance tolerance;
  tolerance.abs = static_cast<double>(terms) * eps * magnitude;
  return tolerance;
}

namespace detail {

/// How wrong `got` is: 0 or less if within the tolerance, infinite if no number could excuse it.
template <class T>
double excess(T got, T want, const Tolerance& tolerance) {
  if (got == want) return 0;
  const auto g = static_cast<double>(got);
  const auto w = static_cast<double>(want);
  if (tolerance.nan_equal && std::isnan(g) && std::isnan(w)) return 0;
  const double error = std::fabs(g - w);
  const double bound = tolerance.abs + tolerance.rel * std::fabs(w);
  if (!std::isfinite(error) || !std::isfinite(bound)) return HUGE_VAL;
  // Two different 64-bit integers may be equal as doubles; they still differ.
  return error <= bound && (error > 0 || bound > 0) ? 0 : std::fmax(error - bound, 0x1p-1022);
}

template <class T>
void print_value(T value) {
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    std::printf("%lld", static_cast<long long>(value));
  } else if constexpr (std::is_integral_v<T>) {
    std::printf("%llu", static_cast<unsigned long long>(value));
  } else {
    std::printf("%.9g", static_cast<double>(value));
  }
}

}  // namespace detail

/// True if each element of `got` is within `tolerance` of `want` and the sizes agree.
///
/// NaN fails (unless `tolerance.nan_equal` and NaN is wanted there), and so does an infinity that
/// is not wanted.  On a failure prints one line that names the worst element to standard output:
/// `FAIL name: [4097] got nan want 97 rel_tol 0 (12 of 5000 wrong)`.
/// T converts to double.
template <class T>
bool check_close(const char* name, const std::vector<T>& got, const std::vector<T>& want,
                 Tolerance tolerance = {}) {
  if (got.size() != want.size()) {
    std::printf("FAIL %s: got %zu elements want %zu\n", name, got.size(), want.size());
    return false;
  }
  std::size_t wrong = 0;
  std::size_t worst = 0;
  double worst_excess = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double excess = detail::excess(got[i], want[i], tolerance);
    if (excess <= 0) continue;
    ++wrong;
    if (excess > worst_excess) {
      worst_excess = excess;
      worst = i;
    }
  }
  if (wrong == 0) return true;
  std::printf("FAIL %s: [%zu] got ", name, worst);
  detail::print_value(got[worst]);
  std::printf(" want ");
  detail::print_value(want[worst]);
  if (tolerance.abs != 0) std::printf(" abs_tol %g", tolerance.abs);
  std::printf(" rel_tol %g (%zu of %zu wrong)\n", tolerance.rel, wrong, got.size());
  return false;
}

}  // namespace cm
