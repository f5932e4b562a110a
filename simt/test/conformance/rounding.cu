// SPDX-License-Identifier: MIT
//
// Arithmetic with a stated rounding, against the host's floating-point modes.
#include <cfenv>

#include "conformance.cuh"

using namespace conformance;

#define ROUNDED2(name, type) DEVICE_OP(name, (type x, type y), __##name(x, y))
#define ROUNDED1(name, type) DEVICE_OP(name, (type x), __##name(x))
#define ROUNDED3(name, type) DEVICE_OP(name, (type x, type y, type z), __##name(x, y, z))
#define ALL(kind, name, type) \
  kind(name##_rn, type) kind(name##_rz, type) kind(name##_ru, type) kind(name##_rd, type)
ALL(ROUNDED2, fadd, float)
ALL(ROUNDED2, fsub, float)
ALL(ROUNDED2, fmul, float)
ALL(ROUNDED2, fdiv, float)
ALL(ROUNDED1, fsqrt, float)
ALL(ROUNDED1, frcp, float)
ALL(ROUNDED3, fmaf, float)
ALL(ROUNDED2, dadd, double)
ALL(ROUNDED2, dsub, double)
ALL(ROUNDED2, dmul, double)
ALL(ROUNDED2, ddiv, double)
ALL(ROUNDED1, dsqrt, double)
ALL(ROUNDED1, drcp, double)
ALL(ROUNDED3, fma, double)

/// Evaluates `function` on the host in one of the four modes; volatile keeps it inside.
template <class T, class Function>
auto in_mode(int mode, Function function) {
  return [=](auto... x) {
    constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    std::fesetround(kModes[mode]);
    volatile T result = function(x...);
    std::fesetround(FE_TONEAREST);
    return static_cast<T>(result);
  };
}

#define CHECK(apply, name, type, function, ...)                                  \
  apply<name##_rn>(suite, #name "_rn", __VA_ARGS__, in_mode<type>(0, function)); \
  apply<name##_rz>(suite, #name "_rz", __VA_ARGS__, in_mode<type>(1, function)); \
  apply<name##_ru>(suite, #name "_ru", __VA_ARGS__, in_mode<type>(2, function)); \
  apply<name##_rd>(suite, #name "_rd", __VA_ARGS__, in_mode<type>(3, function));

template <class T>
std::vector<T> numbers(int salt) {
  std::vector<T> values;
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t bits = mixed(static_cast<std::uint64_t>(i + 1000 * salt));
    const T unit = static_cast<T>(bits >> 11) / static_cast<T>(1ull << 53);
    values.push_back(std::ldexp(unit - T(0.5), static_cast<int>(bits % 21) - 10));
  }
  return values;
}

int main() {
  Suite suite;
  const auto add = [](auto x, auto y) {
    volatile auto p = x, q = y;
    return p + q;
  };
  const auto sub = [](auto x, auto y) {
    volatile auto p = x, q = y;
    return p - q;
  };
  const auto mul = [](auto x, auto y) {
    volatile auto p = x, q = y;
    return p * q;
  };
  const auto div = [](auto x, auto y) {
    volatile auto p = x, q = y;
    return p / q;
  };
  const auto root = [](auto x) {
    volatile auto p = x;
    return std::sqrt(p);
  };
  const auto inverse = [](auto x) {
    volatile auto p = x;
    return 1 / p;
  };
  const auto fused = [](auto x, auto y, auto z) {
    volatile auto p = x, q = y, r = z;
    return std::fma(p, q, r);
  };
  const auto fa = numbers<float>(1), fb = numbers<float>(2), fc = numbers<float>(3);
  const auto da = numbers<double>(4), db = numbers<double>(5), dc = numbers<double>(6);
  std::vector<float> fp = fa;
  for (float& x : fp) x = std::fabs(x);
  std::vector<double> dp = da;
  for (double& x : dp) x = std::fabs(x);
  CHECK(binary, fadd, float, add, fa, fb)
  CHECK(binary, fsub, float, sub, fa, fb)
  CHECK(binary, fmul, float, mul, fa, fb)
  CHECK(binary, fdiv, float, div, fa, fb)
  CHECK(unary, fsqrt, float, root, fp)
  CHECK(unary, frcp, float, inverse, fa)
  CHECK(ternary, fmaf, float, fused, fa, fb, fc)
  CHECK(binary, dadd, double, add, da, db)
  CHECK(binary, dsub, double, sub, da, db)
  CHECK(binary, dmul, double, mul, da, db)
  CHECK(binary, ddiv, double, div, da, db)
  CHECK(unary, dsqrt, double, root, dp)
  CHECK(unary, drcp, double, inverse, da)
  CHECK(ternary, fma, double, fused, da, db, dc)
  return suite.finish();
}
