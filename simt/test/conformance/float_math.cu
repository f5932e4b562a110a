// SPDX-License-Identifier: MIT
//
// Single-precision math against the host's double precision. The bounds are those of the CUDA
// Programming Guide's table of errors, in representable values, plus half for the reference.
#include "conformance.cuh"

using namespace conformance;

#define MATH(name) DEVICE_OP(Float_##name, (float x), name##f(x))
MATH(sin)
MATH(cos)
MATH(tan)
MATH(asin)
MATH(acos)
MATH(atan)
MATH(sinh)
MATH(cosh)
MATH(tanh)
MATH(asinh)
MATH(acosh)
MATH(atanh)
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
MATH(tgamma)
MATH(lgamma)
MATH(fabs)
MATH(floor)
MATH(ceil)
MATH(trunc)
MATH(rint)
MATH(nearbyint)
MATH(round)
MATH(logb)
DEVICE_OP(Rsqrt, (float x), rsqrtf(x))
DEVICE_OP(Rcbrt, (float x), rcbrtf(x))
DEVICE_OP(Exp10, (float x), exp10f(x))
DEVICE_OP(Sinpi, (float x), sinpif(x))
DEVICE_OP(Cospi, (float x), cospif(x))
__device__ float norm_of_both(float x, float y) {
  const float both[] = {x, y};
  return normf(2, both) * rnormf(2, both) * normf(2, both);
}
DEVICE_OP(Normf, (float x, float y), norm_of_both(x, y))
DEVICE_OP(Normcdf, (float x), normcdff(x))
DEVICE_OP(Pow, (float x, float y), powf(x, y))
DEVICE_OP(Fmod, (float x, float y), fmodf(x, y))
DEVICE_OP(Atan2, (float x, float y), atan2f(x, y))
DEVICE_OP(Hypot, (float x, float y), hypotf(x, y))
DEVICE_OP(Fdim, (float x, float y), fdimf(x, y))
DEVICE_OP(Fmin, (float x, float y), fminf(x, y))
DEVICE_OP(Fmax, (float x, float y), fmaxf(x, y))
DEVICE_OP(Min, (float x, float y), min(x, y))
DEVICE_OP(Copysign, (float x, float y), copysignf(x, y))
DEVICE_OP(Nextafter, (float x, float y), nextafterf(x, y))
DEVICE_OP(Remainder, (float x, float y), remainderf(x, y))
DEVICE_OP(Fma, (float x, float y, float z), fmaf(x, y, z))
DEVICE_OP(Ldexp, (float x, int e), ldexpf(x, e % 40))
DEVICE_OP(Ilogb, (float x), ilogbf(x))
DEVICE_OP(IsNan, (float x), static_cast<int>(isnan(x)))
DEVICE_OP(IsInf, (float x), static_cast<int>(isinf(x)))
DEVICE_OP(IsFinite, (float x), static_cast<int>(isfinite(x)))
DEVICE_OP(SignBit, (float x), static_cast<int>(signbit(x)))
DEVICE_OP(Lround, (float x), static_cast<long long>(lroundf(x)))
DEVICE_OP(Lrint, (float x), static_cast<long long>(lrintf(x)))
DEVICE_OP(FastExp, (float x), __expf(x))
DEVICE_OP(FastLog, (float x), __logf(x))
DEVICE_OP(FastSin, (float x), __sinf(x))
DEVICE_OP(FastDivide, (float x, float y), __fdividef(x, y))
DEVICE_OP(Saturate, (float x), __saturatef(x))
DEVICE_OP(StdSqrt, (float x), std::sqrt(x))
DEVICE_OP(StdPow, (float x, float y), std::pow(x, y))
DEVICE_OP(OverloadedExp, (float x), exp(x))

struct FrexpMantissa {
  __device__ float operator()(float x) const {
    int e;
    return frexpf(x, &e);
  }
};
struct FrexpExponent {
  __device__ int operator()(float x) const {
    int e;
    frexpf(x, &e);
    return e;
  }
};
struct ModfWhole {
  __device__ float operator()(float x) const {
    float w;
    modff(x, &w);
    return w;
  }
};
struct SincosSum {
  __device__ float operator()(float x) const {
    float s, c;
    sincosf(x, &s, &c);
    return s * s + c * c;
  }
};

/// A function of double as one of float.
template <class Function>
auto rounded(Function function) {
  return [=](auto... x) { return static_cast<float>(function(static_cast<double>(x)...)); };
}
#define CHECK(name, in, bound) \
  unary<Float_##name>(suite, #name "f", in, rounded([](double x) { return std::name(x); }), bound);

std::vector<float> specials() {
  return {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 1e-40f, -1e-40f, 3.4e38f, 0.5f, 2.5f};
}

void trigonometry(Suite& suite) {
  const auto angles = between(-10.0f, 10.0f), unit = between(-1.0f, 1.0f);
  CHECK(sin, angles, 2)
  CHECK(cos, angles, 2)
  CHECK(tan, angles, 4)
  CHECK(asin, unit, 2)
  CHECK(acos, unit, 2)
  CHECK(atan, angles, 2)
  CHECK(sinh, angles, 3)
  CHECK(cosh, angles, 2)
  CHECK(tanh, angles, 2)
  CHECK(asinh, angles, 3)
  CHECK(atanh, between(-0.99f, 0.99f), 3)
  CHECK(acosh, between(1.0f, 50.0f), 4)
  unary<Sinpi>(suite, "sinpif", between(-0.45f, 0.45f),
               rounded([](double x) { return std::sin(M_PI * x); }), 2);
  unary<Cospi>(suite, "cospif", between(-0.45f, 0.45f),
               rounded([](double x) { return std::cos(M_PI * x); }), 2);
  binary<Atan2>(suite, "atan2f", between(-3.0f, 3.0f), between(2.0f, -2.5f),
                rounded([](double x, double y) { return std::atan2(x, y); }), 3);
  unary<SincosSum>(suite, "sincosf", angles, [](float) { return 1.0f; }, 4);
  unary<FastSin>(suite, "__sinf", between(0.5f, 2.5f),
                 rounded([](double x) { return std::sin(x); }), 64);
}
void exponentials(Suite& suite) {
  const auto small = between(-20.0f, 20.0f), positive = between(0.01f, 1000.0f);
  CHECK(exp, small, 2)
  CHECK(exp2, small, 2)
  CHECK(expm1, small, 2)
  CHECK(log, positive, 2)
  CHECK(log2, positive, 2)
  CHECK(log10, positive, 2)
  CHECK(log1p, positive, 2)
  CHECK(erf, between(-3.0f, 3.0f), 2)
  CHECK(erfc, between(-3.0f, 3.0f), 4)
  CHECK(tgamma, between(0.1f, 20.0f), 6)
  CHECK(lgamma, between(3.0f, 50.0f), 6)
  unary<Exp10>(suite, "exp10f", small, rounded([](double x) { return std::pow(10.0, x); }), 3);
  binary<Normf>(
      suite, "normf", between(1.0f, 50.0f), between(-3.0f, 9.0f),
      [](float x, float y) { return static_cast<float>(std::hypot(double(x), double(y))); }, 4);
  unary<Normcdf>(suite, "normcdff", between(-4.0f, 4.0f),
                 rounded([](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }), 6);
  binary<Pow>(suite, "powf", positive, between(-3.0f, 3.0f),
              rounded([](double x, double y) { return std::pow(x, y); }), 5);
  binary<StdPow>(suite, "std::pow", positive, between(-3.0f, 3.0f),
                 rounded([](double x, double y) { return std::pow(x, y); }), 5);
  unary<OverloadedExp>(suite, "exp(float)", small, rounded([](double x) { return std::exp(x); }),
                       2);
  unary<FastExp>(suite, "__expf", between(-5.0f, 5.0f),
                 rounded([](double x) { return std::exp(x); }), 10);
  unary<FastLog>(suite, "__logf", between(2.0f, 100.0f),
                 rounded([](double x) { return std::log(x); }), 10);
}
void roots_and_rounding(Suite& suite) {
  const auto positive = between(0.01f, 1000.0f), any = between(-7.0f, 7.0f, 57);
  CHECK(sqrt, positive, 0)
  CHECK(cbrt, any, 2)
  CHECK(fabs, any, 0)
  CHECK(floor, any, 0)
  CHECK(ceil, any, 0)
  CHECK(trunc, any, 0)
  CHECK(rint, any, 0)
  CHECK(nearbyint, any, 0)
  CHECK(round, any, 0)
  CHECK(logb, positive, 0)
  CHECK(floor, specials(), 0)
  CHECK(rint, specials(), 0)
  CHECK(sqrt, specials(), 0)
  unary<StdSqrt>(suite, "std::sqrt", positive, rounded([](double x) { return std::sqrt(x); }), 0);
  unary<Rsqrt>(suite, "rsqrtf", positive, rounded([](double x) { return 1 / std::sqrt(x); }), 3);
  unary<Rcbrt>(suite, "rcbrtf", positive, rounded([](double x) { return 1 / std::cbrt(x); }), 3);
  unary<Lround>(suite, "lroundf", any, [](float x) { return std::llround(x); });
  unary<Lrint>(suite, "lrintf", any, [](float x) { return std::llrint(x); });
  unary<FrexpMantissa>(suite, "frexpf mantissa", specials(), [](float x) {
    int e;
    return std::frexp(x, &e);
  });
  unary<FrexpExponent>(suite, "frexpf exponent", positive, [](float x) {
    int e;
    std::frexp(x, &e);
    return e;
  });
  unary<ModfWhole>(suite, "modff", any, [](float x) { return std::trunc(x); });
}
void pairs(Suite& suite) {
  auto a = specials(), b = specials();
  std::vector<float> x, y;
  for (float p : a) {
    for (float q : b) {
      x.push_back(p);
      y.push_back(q);
    }
  }
  binary<Fmin>(suite, "fminf", x, y, [](float p, float q) { return std::fmin(p, q); });
  binary<Fmax>(suite, "fmaxf", x, y, [](float p, float q) { return std::fmax(p, q); });
  binary<Min>(suite, "min(float)", x, y, [](float p, float q) { return std::fmin(p, q); });
  binary<Copysign>(suite, "copysignf", x, y, [](float p, float q) { return std::copysign(p, q); });
  binary<Nextafter>(suite, "nextafterf", x, y,
                    [](float p, float q) { return std::nextafter(p, q); });
  const auto left = between(-50.0f, 50.0f), right = between(3.0f, 0.7f);
  binary<Fmod>(suite, "fmodf", left, right, [](float p, float q) { return std::fmod(p, q); });
  binary<Remainder>(suite, "remainderf", left, right,
                    [](float p, float q) { return std::remainder(p, q); });
  binary<Fdim>(suite, "fdimf", left, right, [](float p, float q) { return p > q ? p - q : 0.0f; });
  binary<Hypot>(suite, "hypotf", left, right,
                rounded([](double p, double q) { return std::hypot(p, q); }), 3);
  binary<FastDivide>(suite, "__fdividef", left, right, [](float p, float q) { return p / q; }, 2);
  ternary<Fma>(suite, "fmaf", left, right, between(1e-3f, -1e3f),
               [](float p, float q, float r) { return std::fma(p, q, r); });
  binary<Ldexp>(suite, "ldexpf", left, wholes<int>(0, 200),
                [](float p, int e) { return std::ldexp(p, e % 40); });
}
void classes(Suite& suite) {
  unary<IsNan>(suite, "isnan", specials(), [](float x) { return std::isnan(x) ? 1 : 0; });
  unary<IsInf>(suite, "isinf", specials(), [](float x) { return std::isinf(x) ? 1 : 0; });
  unary<IsFinite>(suite, "isfinite", specials(), [](float x) { return std::isfinite(x) ? 1 : 0; });
  unary<SignBit>(suite, "signbit", specials(), [](float x) { return std::signbit(x) ? 1 : 0; });
  unary<Ilogb>(suite, "ilogbf", between(0.01f, 1000.0f), [](float x) { return std::ilogb(x); });
  unary<Saturate>(suite, "__saturatef", specials(),
                  [](float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; });
}

int main() {
  Suite suite;
  trigonometry(suite);
  exponentials(suite);
  roots_and_rounding(suite);
  pairs(suite);
  classes(suite);
  return suite.finish();
}
