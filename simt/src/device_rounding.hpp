// SPDX-License-Identifier: MIT
//
// Arithmetic rounded toward zero, up or down, for the intrinsics with _rz, _ru and _rd. The nearest
// value is computed first; what it lost, seen with twice as many bits, tells whether a neighbour is
// meant. No rounding mode is set: WebAssembly, which the engine also becomes, has none.
#pragma once

#include <cmath>
#include <limits>

namespace simt {

/// As the intrinsics number them.
enum class RoundingMode { kNearest = 0, kTowardZero = 1, kUp = 2, kDown = 3 };
enum class RoundedOperation { kAdd = 0, kMul, kFma, kDiv, kSqrt, kReciprocal, kSub };

namespace rounding {

// Products of T are exact in Wide<T>.
template <class T>
struct WideOf {
  using Type = double;
};
template <>
struct WideOf<double> {
#if defined(__wasm__)
  using Type = long double;  // 113 bits there
#else
  __extension__ using Type = __float128;
#endif
};
template <class T>
using Wide = typename WideOf<T>::Type;

template <class W>
int sign_of(W value) {
  return (value > 0) - (value < 0);
}

/// Sign of x + y - r, where r is x + y rounded to nearest.
template <class W>
int sum_error(W x, W y, W r) {
  const W sum = x + y;
  const W part = sum - x;
  const W rest = (x - (sum - part)) + (y - part);
  return sum == r ? sign_of(rest) : sign_of(sum - r);
}

template <class T>
T nearest(RoundedOperation operation, T a, T b, T c) {
  switch (operation) {
    case RoundedOperation::kAdd:
      return a + b;
    case RoundedOperation::kMul:
      return a * b;
    case RoundedOperation::kFma:
      return std::fma(a, b, c);
    case RoundedOperation::kDiv:
      return a / b;
    case RoundedOperation::kSqrt:
      return std::sqrt(a);
    case RoundedOperation::kReciprocal:
      return T{1} / a;
    case RoundedOperation::kSub:
      return a - b;
  }
  return std::numeric_limits<T>::quiet_NaN();
}

/// Sign of the exact result minus the nearest one; all values are finite.
template <class T>
int error_sign(RoundedOperation operation, T a, T b, T c, T result) {
  const Wide<T> x = a, y = b, z = c, r = result;
  switch (operation) {
    case RoundedOperation::kAdd:
      return sum_error(x, y, r);
    case RoundedOperation::kSub:
      return sum_error(x, -y, r);
    case RoundedOperation::kMul:
      return sign_of(x * y - r);
    case RoundedOperation::kFma:
      return sum_error(x * y, z, r);
    case RoundedOperation::kDiv:
      return sign_of(x - r * y) * sign_of(y);
    case RoundedOperation::kReciprocal:
      return sign_of(1 - r * x) * sign_of(x);
    case RoundedOperation::kSqrt:
      return sign_of(x - r * r);
  }
  return 0;
}

/// `result` or its neighbour: the last value of T in the direction of `mode` before `error`.
template <class T>
T directed(T result, int error, RoundingMode mode) {
  const T infinity = std::numeric_limits<T>::infinity();
  if (mode == RoundingMode::kUp) return error > 0 ? std::nextafter(result, infinity) : result;
  if (mode == RoundingMode::kDown) return error < 0 ? std::nextafter(result, -infinity) : result;
  const bool too_large = mode == RoundingMode::kTowardZero && error * sign_of(result) < 0;
  return too_large ? std::nextafter(result, T{0}) : result;
}

}  // namespace rounding

/// One operation, rounded once.
template <class T>
T rounded(RoundedOperation operation, RoundingMode mode, T a, T b, T c) {
  const T result = rounding::nearest(operation, a, b, c);
  if (mode == RoundingMode::kNearest || std::isnan(result)) return result;
  const bool binary = operation != RoundedOperation::kSqrt &&  //
                      operation != RoundedOperation::kReciprocal;
  const bool finite = std::isfinite(a) && (!binary || std::isfinite(b)) &&
                      (operation != RoundedOperation::kFma || std::isfinite(c));
  const bool divides_by_zero = (operation == RoundedOperation::kDiv && b == 0) ||
                               (operation == RoundedOperation::kReciprocal && a == 0);
  if (!finite || divides_by_zero) return result;
  if (std::isinf(result)) {
    return rounding::directed(result, -rounding::sign_of(result), mode);
  }
  const int error = rounding::error_sign(operation, a, b, c, result);
  // Opposites cancel to -0 when rounding down.
  const bool is_sum = operation == RoundedOperation::kAdd || operation == RoundedOperation::kSub ||
                      operation == RoundedOperation::kFma;
  if (mode == RoundingMode::kDown && is_sum && result == 0 && error == 0) {
    const T second = operation == RoundedOperation::kFma   ? c
                     : operation == RoundedOperation::kSub ? -b
                                                           : b;
    const T first = operation == RoundedOperation::kFma ? a * b : a;
    return std::signbit(first) || std::signbit(second) ? -T{0} : T{0};
  }
  return rounding::directed(result, error, mode);
}

/// A number as another floating-point type, rounded once.
template <class To, class From>
To rounded_to(RoundingMode mode, From value) {
  const To result = static_cast<To>(value);
  const rounding::Wide<double> exact = value;
  if (mode == RoundingMode::kNearest || exact != exact) return result;
  if (std::isinf(result)) {
    const bool overflowed = exact - exact == 0;
    return overflowed ? rounding::directed(result, -rounding::sign_of(result), mode) : result;
  }
  return rounding::directed(
      result, rounding::sign_of(exact - static_cast<rounding::Wide<double>>(result)), mode);
}

}  // namespace simt
