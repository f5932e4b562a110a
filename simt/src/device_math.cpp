// SPDX-License-Identifier: MIT
//
// Math imports. They use the host's C library, so results are at least as accurate as a GPU's and
// may differ from it in the last bits.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "device_functions.hpp"
#include "device_rounding.hpp"
#include "executor.hpp"

namespace simt::device {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSqrt2 = 1.41421356237309504880;
constexpr double kSqrtPi = 1.77245385090551602730;

// ---- functions that the C library lacks ----

template <class T>
T sin_pi(T x) {
  if (!std::isfinite(x)) return x - x;
  const T r = std::remainder(x, T{2});  // exact, in [-1, 1]
  if (std::fabs(r) == T{1} || r == T{0}) return std::copysign(T{0}, x);
  return static_cast<T>(std::sin(kPi * static_cast<double>(r)));
}

template <class T>
T cos_pi(T x) {
  if (!std::isfinite(x)) return x - x;
  const T r = std::fabs(std::remainder(x, T{2}));
  if (r == T{0.5}) return T{0};
  // cos(pi r) = sin(pi (1/2 - r)); 1/2 - r is exact where it matters, near the zero.
  return static_cast<T>(std::sin(kPi * (0.5 - static_cast<double>(r))));
}

/// x with erfc(x) = y, by Newton's method on a starting value of Winitzki's form.
double erfc_inverse(double y) {
  if (!(y >= 0 && y <= 2)) return std::nan("");
  if (y == 0) return HUGE_VAL;
  if (y == 2) return -HUGE_VAL;
  if (y > 1) return -erfc_inverse(2 - y);
  double x;
  if (y < 1e-3) {
    const double t = std::sqrt(-2 * std::log(y / 2));
    x = 0.7071067811865476 * (t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                                      (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  } else {
    const double l = std::log(y * (2 - y));
    const double k = 2 / (kPi * 0.147) + l / 2;
    x = std::sqrt(std::sqrt(k * k - l / 0.147) - k);
  }
  for (int i = 0; i < 4; ++i) {
    const double slope = -2 / kSqrtPi * std::exp(-x * x);
    if (slope == 0) break;
    const double error = (std::erfc(x) - y) / slope;
    x -= error / (1 + x * error);  // Halley's correction
  }
  return x;
}

double erf_inverse(double y) {
  if (!(y >= -1 && y <= 1)) return std::nan("");
  if (std::fabs(y) > 0.5) return y > 0 ? erfc_inverse(1 - y) : -erfc_inverse(1 + y);
  double x = y * kSqrtPi / 2;
  for (int i = 0; i < 6; ++i) {
    const double error = (std::erf(x) - y) / (2 / kSqrtPi * std::exp(-x * x));
    x -= error / (1 + x * error);
  }
  return x;
}

/// exp(x^2) erfc(x)
double erfc_scaled(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  const double r = 1 / (x * x);
  return (1 - r * (0.5 - r * (0.75 - r * 1.875))) / (x * kSqrtPi);
}

double bessel_i(int order, double x) {
  const double quarter = x * x / 4;
  double term = order == 0 ? 1 : x / 2;
  double sum = term;
  for (int k = 1; k < 2000 && std::fabs(term) > std::fabs(sum) * 1e-18; ++k) {
    term *= quarter / (static_cast<double>(k) * (k + order));
    sum += term;
  }
  return sum;
}

template <class T>
T log_gamma(T x) {
  int sign = 0;  // the reentrant form: std::lgamma writes a global
  return static_cast<T>(::lgamma_r(static_cast<double>(x), &sign));
}

// ---- shapes of calls ----

template <class T, class F>
void map1(Call& call, F f) {
  const T* const a = call.argument<T>(0);
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) { d[i] = f(a[i]); });
}
template <class T, class F>
void map2(Call& call, F f) {
  const T* const a = call.argument<T>(0);
  const T* const b = call.argument<T>(1);
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) { d[i] = f(a[i], b[i]); });
}
template <class T, class F>
void map3(Call& call, F f) {
  const T* const a = call.argument<T>(0);
  const T* const b = call.argument<T>(1);
  const T* const c = call.argument<T>(2);
  T* const out = call.out<T>();
  for_each_lane(call, [&](int i) { out[i] = f(a[i], b[i], c[i]); });
}
template <class T, class F>
void map4(Call& call, F f) {
  const T* const a = call.argument<T>(0);
  const T* const b = call.argument<T>(1);
  const T* const c = call.argument<T>(2);
  const T* const d = call.argument<T>(3);
  T* const out = call.out<T>();
  for_each_lane(call, [&](int i) { out[i] = f(a[i], b[i], c[i], d[i]); });
}

template <class T, class N>
void scale(Call& call) {
  const T* const a = call.argument<T>(0);
  const N* const n = call.argument<N>(1);
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) { d[i] = std::scalbln(a[i], static_cast<long>(n[i])); });
}

template <class T>
void exponent_of(Call& call) {
  const T* const a = call.argument<T>(0);
  i32* const d = call.out<i32>();
  for_each_lane(call, [&](int i) { d[i] = std::ilogb(a[i]); });
}

struct RoundAway {
  template <class T>
  static T apply(T x) {
    return std::round(x);
  }
};
struct RoundEven {
  template <class T>
  static T apply(T x) {
    return std::nearbyint(x);
  }
};

template <class T, class Rounding>
void to_integer(Call& call) {
  const T* const a = call.argument<T>(0);
  i64* const d = call.out<i64>();
  for_each_lane(call, [&](int i) { d[i] = saturate<i64>(Rounding::apply(a[i])); });
}

template <class T, double (*F)(int, double)>
void bessel_n(Call& call) {
  const i32* const n = call.argument<i32>(0);
  const T* const x = call.argument<T>(1);
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) { d[i] = static_cast<T>(F(n[i], static_cast<double>(x[i]))); });
}

/// Stores a result that a function returns through a pointer; a bad pointer is an ordinary fault.
template <class T>
void put(Call& call, int lane, u64 address, T value) {
  if (!call.executor.write(call.strand, lane, address, sizeof(T), &value)) {
    call.executor.fault_at(call.strand, call.site, lane, address, sizeof(T), AccessKind::kStore);
  } else if (call.executor.observer != nullptr) {
    u64 addresses[kWarpSize] = {};
    T values[kWarpSize] = {};
    addresses[lane] = address;
    values[lane] = value;
    Access access;
    access.site = call.site;
    access.kind = AccessKind::kStore;
    access.bytes = access.alignment = sizeof(T);
    access.mask = LaneMask{1} << lane;
    access.addresses = addresses;
    access.values = reinterpret_cast<const std::byte*>(values);
    access.value_stride = sizeof(T);
    call.executor.observe_mixed(call.strand, access);
  }
}

template <class T>
void split_exponent(Call& call) {
  const T* const a = call.argument<T>(0);
  const u64* const to = call.argument<u64>(1);
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) {
    int exponent = 0;
    d[i] = std::frexp(a[i], &exponent);
    put<i32>(call, i, to[i], exponent);
  });
}

template <class T>
void split_fraction(Call& call) {
  const T* const a = call.argument<T>(0);
  const u64* const to = call.argument<u64>(1);
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) {
    T whole = 0;
    d[i] = std::modf(a[i], &whole);
    put<T>(call, i, to[i], whole);
  });
}

template <class T, bool kTimesPi>
void sine_cosine(Call& call) {
  const T* const a = call.argument<T>(0);
  const u64* const to_sine = call.argument<u64>(1);
  const u64* const to_cosine = call.argument<u64>(2);
  for_each_lane(call, [&](int i) {
    put<T>(call, i, to_sine[i], kTimesPi ? sin_pi(a[i]) : std::sin(a[i]));
    put<T>(call, i, to_cosine[i], kTimesPi ? cos_pi(a[i]) : std::cos(a[i]));
  });
}

template <class T>
void quotient(Call& call) {
  const T* const a = call.argument<T>(0);
  const T* const b = call.argument<T>(1);
  const u64* const to = call.argument<u64>(2);
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) {
    int bits = 0;
    d[i] = std::remquo(a[i], b[i], &bits);
    put<i32>(call, i, to[i], bits);
  });
}

template <class T>
void not_a_number(Call& call) {
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) { d[i] = std::numeric_limits<T>::quiet_NaN(); });
}

// ---- directed rounding ----

template <class T>
void rounded_operation(Call& call) {
  const i32* const op = call.argument<i32>(0);
  const i32* const mode = call.argument<i32>(1);
  const T* const a = call.argument<T>(2);
  const T* const b = call.argument<T>(3);
  const T* const c = call.argument<T>(4);
  T* const d = call.out<T>();
  for_each_lane(call, [&](int i) {
    d[i] = rounded(RoundedOperation{op[i]}, RoundingMode{mode[i]}, a[i], b[i], c[i]);
  });
}

template <class To, class From>
void rounded_conversion(Call& call) {
  const i32* const mode = call.argument<i32>(0);
  const From* const a = call.argument<From>(1);
  To* const d = call.out<To>();
  for_each_lane(call, [&](int i) { d[i] = rounded_to<To>(RoundingMode{mode[i]}, a[i]); });
}

// ---- 16-bit floating point ----

float half_value(u32 bits) {
  const u32 sign = (bits & 0x8000u) << 16;
  const u32 exponent = (bits >> 10) & 31;
  const u32 fraction = bits & 0x3ff;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));
  if (exponent == 0) {
    const float value = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
}

/// Nearest value with `mantissa` bits and `exponent_bits`, ties to even, from a double.
u32 narrow_float(double value, int mantissa_bits, int exponent_bits) {
  const u32 sign = std::signbit(value) ? 1u << (mantissa_bits + exponent_bits) : 0;
  const u32 infinity = ((1u << exponent_bits) - 1) << mantissa_bits;
  if (std::isnan(value)) return sign | infinity | 1u << (mantissa_bits - 1);
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = std::isinf(magnitude) ? bias + 1 : std::max(std::ilogb(magnitude), 1 - bias);
  if (exponent > bias) return sign | infinity;
  // The encoding is monotonic: the rounded multiple of the last place, counted from zero.
  const double steps = std::nearbyint(std::ldexp(magnitude, mantissa_bits - exponent));
  const u32 base = static_cast<u32>(exponent + bias - 1) << mantissa_bits;
  const u32 encoded = base + static_cast<u32>(steps);
  return sign | std::min(encoded, infinity);
}

void half_to_float(Call& call) {
  const u32* const a = call.argument<u32>(0);
  f32* const d = call.out<f32>();
  for_each_lane(call, [&](int i) { d[i] = half_value(a[i] & 0xffff); });
}

template <class T>
void float_to_half(Call& call) {
  const T* const a = call.argument<T>(0);
  u32* const d = call.out<u32>();
  for_each_lane(call, [&](int i) { d[i] = narrow_float(static_cast<double>(a[i]), 10, 5); });
}

template <class T>
void float_to_bfloat(Call& call) {
  const T* const a = call.argument<T>(0);
  u32* const d = call.out<u32>();
  for_each_lane(call, [&](int i) { d[i] = narrow_float(static_cast<double>(a[i]), 7, 8); });
}

// ---- 128-bit integers ----

enum class WideOp {
  kMultiply,
  kDivideUnsigned,
  kDivide,
  kRemainderUnsigned,
  kRemainder,
  kLeft,
  kRightUnsigned,
  kRight
};
__extension__ using u128 = unsigned __int128;
__extension__ using i128 = __int128;

template <WideOp kOp>
u128 wide_result(u128 a, u128 b) {
  const auto sa = static_cast<i128>(a);
  const auto sb = static_cast<i128>(b);
  const bool overflows = sb == -1 && a == u128{1} << 127;
  switch (kOp) {
    case WideOp::kMultiply:
      return a * b;
    case WideOp::kDivideUnsigned:
      return b == 0 ? ~u128{0} : a / b;
    case WideOp::kDivide:
      return b == 0 ? ~u128{0} : overflows ? a : static_cast<u128>(sa / sb);
    case WideOp::kRemainderUnsigned:
      return b == 0 ? a : a % b;
    case WideOp::kRemainder:
      return b == 0 ? a : overflows ? 0 : static_cast<u128>(sa % sb);
    case WideOp::kLeft:
      return a << (static_cast<unsigned>(b) & 127);
    case WideOp::kRightUnsigned:
      return a >> (static_cast<unsigned>(b) & 127);
    case WideOp::kRight:
      return static_cast<u128>(sa >> (static_cast<unsigned>(b) & 127));
  }
  return 0;
}

struct Wide {
  u64 low, high;
};

template <WideOp kOp>
void wide(Call& call) {
  const u64* const to = call.argument<u64>(0);
  const u64* const parts[4] = {call.argument<u64>(1), call.argument<u64>(2), call.argument<u64>(3),
                               call.argument<u64>(4)};
  for_each_lane(call, [&](int i) {
    const u128 result = wide_result<kOp>(u128{parts[1][i]} << 64 | parts[0][i],
                                         u128{parts[3][i]} << 64 | parts[2][i]);
    put<u64>(call, i, to[i], static_cast<u64>(result));
    put<u64>(call, i, to[i] + 8, static_cast<u64>(result >> 64));
  });
}

template <WideOp kOp>
void wide_shift(Call& call) {
  const u64* const to = call.argument<u64>(0);
  const u64* const low = call.argument<u64>(1);
  const u64* const high = call.argument<u64>(2);
  const u32* const count = call.argument<u32>(3);
  for_each_lane(call, [&](int i) {
    const u128 result = wide_result<kOp>(u128{high[i]} << 64 | low[i], count[i]);
    put<u64>(call, i, to[i], static_cast<u64>(result));
    put<u64>(call, i, to[i] + 8, static_cast<u64>(result >> 64));
  });
}

}  // namespace

#define MATH1(name, expression)                         \
  void name##_f64(Call& call) {                         \
    using T = f64;                                      \
    map1<T>(call, [](T a) -> T { return expression; }); \
  }                                                     \
  void name##_f32(Call& call) {                         \
    using T = f32;                                      \
    map1<T>(call, [](T a) -> T { return expression; }); \
  }
#define MATH2(name, expression)                              \
  void name##_f64(Call& call) {                              \
    using T = f64;                                           \
    map2<T>(call, [](T a, T b) -> T { return expression; }); \
  }                                                          \
  void name##_f32(Call& call) {                              \
    using T = f32;                                           \
    map2<T>(call, [](T a, T b) -> T { return expression; }); \
  }
#define MATH3(name, expression)                                   \
  void name##_f64(Call& call) {                                   \
    using T = f64;                                                \
    map3<T>(call, [](T a, T b, T c) -> T { return expression; }); \
  }                                                               \
  void name##_f32(Call& call) {                                   \
    using T = f32;                                                \
    map3<T>(call, [](T a, T b, T c) -> T { return expression; }); \
  }
#define MATH4(name, expression)                                        \
  void name##_f64(Call& call) {                                        \
    using T = f64;                                                     \
    map4<T>(call, [](T a, T b, T c, T d) -> T { return expression; }); \
  }                                                                    \
  void name##_f32(Call& call) {                                        \
    using T = f32;                                                     \
    map4<T>(call, [](T a, T b, T c, T d) -> T { return expression; }); \
  }
#define PURE(name, signature, function) \
  void name(Call& call) { function(call); }
#define RESULT(name, signature, function) \
  void name(Call& call) { function(call); }
#define MACHINE(name, signature, function)
#define YIELD(name, signature, function)
#define COLLECTIVE(name, signature, function, argument)
#define SPECIAL(name, signature, kind)
#include "device_lib.def"

}  // namespace simt::device
