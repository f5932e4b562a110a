// SPDX-License-Identifier: MIT
//
// Double-precision math against the host's, within the bounds of the CUDA Programming Guide.
#include "conformance.cuh"

using namespace conformance;

#define MATH(name) DEVICE_OP(Double_##name, (double x), name(x))
MATH(sin)
MATH(cos)
MATH(tan)
MATH(asin)
MATH(acos)
MATH(atan)
MATH(sinh)
MATH(cosh)
MATH(tanh)
MATH(exp)
MATH(exp2)
MATH(expm1)
MATH(log)
MATH(log2)
MATH(log10)
MATH(log1p)
MATH(sqrt)
MATH(cbrt)
MATH(erf)
MATH(erfc)
MATH(fabs)
MATH(floor)
MATH(ceil)
MATH(trunc)
MATH(rint)
MATH(round)
DEVICE_OP(Rsqrt, (double x), rsqrt(x))
DEVICE_OP(Pow, (double x, double y), pow(x, y))
DEVICE_OP(Fmod, (double x, double y), fmod(x, y))
DEVICE_OP(Atan2, (double x, double y), atan2(x, y))
DEVICE_OP(Hypot, (double x, double y), hypot(x, y))
DEVICE_OP(Fmin, (double x, double y), fmin(x, y))
DEVICE_OP(Fmax, (double x, double y), fmax(x, y))
DEVICE_OP(MixedMax, (float x, double y), max(x, y))
DEVICE_OP(Copysign, (double x, double y), copysign(x, y))
DEVICE_OP(Fma, (double x, double y, double z), fma(x, y, z))
DEVICE_OP(Fdim, (double x, double y), fdim(x, y))
DEVICE_OP(Norm3d, (double x, double y, double z), norm3d(x, y, z))
DEVICE_OP(Llrint, (double x), llrint(x))
DEVICE_OP(StdAbs, (double x), std::abs(x))
#define CHECK(name, in, bound) \
  unary<Double_##name>(suite, #name, in, [](double x) { return std::name(x); }, bound);

int main() {
  Suite suite;
  const auto angles = between(-10.0, 10.0), unit = between(-1.0, 1.0), small = between(-20.0, 20.0);
  const auto positive = between(0.01, 1000.0), any = between(-7.0, 7.0, 57);
  CHECK(sin, angles, 3)
  CHECK(cos, angles, 3)
  CHECK(tan, angles, 3)
  CHECK(asin, unit, 3)
  CHECK(acos, unit, 3)
  CHECK(atan, angles, 3)
  CHECK(sinh, angles, 3)
  CHECK(cosh, angles, 2)
  CHECK(tanh, angles, 3)
  CHECK(exp, small, 2)
  CHECK(exp2, small, 2)
  CHECK(expm1, small, 2)
  CHECK(log, positive, 2)
  CHECK(log2, positive, 2)
  CHECK(log10, positive, 2)
  CHECK(log1p, positive, 2)
  CHECK(cbrt, any, 2)
  CHECK(erf, between(-3.0, 3.0), 3)
  CHECK(erfc, between(-3.0, 3.0), 6)
  CHECK(sqrt, positive, 0)
  CHECK(fabs, any, 0)
  CHECK(floor, any, 0)
  CHECK(ceil, any, 0)
  CHECK(trunc, any, 0)
  CHECK(rint, any, 0)
  CHECK(round, any, 0)
  unary<Rsqrt>(suite, "rsqrt", positive, [](double x) { return 1 / std::sqrt(x); }, 3);
  unary<Llrint>(suite, "llrint", any, [](double x) { return std::llrint(x); });
  unary<StdAbs>(suite, "std::abs", any, [](double x) { return x < 0 ? -x : x; });
  const auto left = between(-50.0, 50.0), right = between(3.0, 0.7);
  binary<Pow>(
      suite, "pow", positive, between(-3.0, 3.0), [](double x, double y) { return std::pow(x, y); },
      3);
  binary<Fmod>(suite, "fmod", left, right, [](double x, double y) { return std::fmod(x, y); });
  binary<Atan2>(
      suite, "atan2", left, right, [](double x, double y) { return std::atan2(x, y); }, 3);
  binary<Hypot>(
      suite, "hypot", left, right, [](double x, double y) { return std::hypot(x, y); }, 3);
  binary<Fmin>(suite, "fmin", left, right, [](double x, double y) { return x < y ? x : y; });
  binary<Fmax>(suite, "fmax", left, right, [](double x, double y) { return x > y ? x : y; });
  binary<MixedMax>(suite, "max(float, double)", between(-5.0f, 5.0f), between(2.0, -2.0),
                   [](float x, double y) { return x > y ? static_cast<double>(x) : y; });
  binary<Copysign>(suite, "copysign", left, angles,
                   [](double x, double y) { return y < 0 ? -std::fabs(x) : std::fabs(x); });
  binary<Fdim>(suite, "fdim", left, right, [](double x, double y) { return x > y ? x - y : 0.0; });
  ternary<Fma>(suite, "fma", left, right, small,
               [](double x, double y, double z) { return std::fma(x, y, z); });
  ternary<Norm3d>(
      suite, "norm3d", left, right, small,
      [](double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); }, 4);
  return suite.finish();
}
