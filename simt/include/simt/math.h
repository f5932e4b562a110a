// SPDX-License-Identifier: MIT
//
// Device overloads of the C and C++ math functions, in single and double precision.
//
// They must be declared before <cmath> is read: the standard library's constexpr overloads stay
// host functions only where a device function of that signature is known already.
#pragma once

#include "simt/imports.h"

// name(double), namef(float) and the overload name(float).
#define __SIMT_MATH1(name)                                               \
  __SIMT_DEVICE__ double name(double x) { return __simt_##name(x); }     \
  __SIMT_DEVICE__ float name##f(float x) { return __simt_##name##f(x); } \
  __SIMT_DEVICE__ float name(float x) { return __simt_##name##f(x); }
#define __SIMT_MATH2(name)                                                           \
  __SIMT_DEVICE__ double name(double x, double y) { return __simt_##name(x, y); }    \
  __SIMT_DEVICE__ float name##f(float x, float y) { return __simt_##name##f(x, y); } \
  __SIMT_DEVICE__ float name(float x, float y) { return __simt_##name##f(x, y); }
// Those for which the instruction set has an instruction.
#define __SIMT_MATH_NATIVE(name)                                            \
  __SIMT_DEVICE__ double name(double x) { return __builtin_##name(x); }     \
  __SIMT_DEVICE__ float name##f(float x) { return __builtin_##name##f(x); } \
  __SIMT_DEVICE__ float name(float x) { return __builtin_##name##f(x); }

__SIMT_MATH1(sin)
__SIMT_MATH1(cos)
__SIMT_MATH1(tan)
__SIMT_MATH1(asin)
__SIMT_MATH1(acos)
__SIMT_MATH1(atan)
__SIMT_MATH1(sinh)
__SIMT_MATH1(cosh)
__SIMT_MATH1(tanh)
__SIMT_MATH1(asinh)
__SIMT_MATH1(acosh)
__SIMT_MATH1(atanh)
__SIMT_MATH1(exp)
__SIMT_MATH1(exp2)
__SIMT_MATH1(exp10)
__SIMT_MATH1(expm1)
__SIMT_MATH1(log)
__SIMT_MATH1(log2)
__SIMT_MATH1(log10)
__SIMT_MATH1(log1p)
__SIMT_MATH1(cbrt)
__SIMT_MATH1(rcbrt)
__SIMT_MATH1(rsqrt)
__SIMT_MATH1(erf)
__SIMT_MATH1(erfc)
__SIMT_MATH1(erfinv)
__SIMT_MATH1(erfcinv)
__SIMT_MATH1(erfcx)
__SIMT_MATH1(tgamma)
__SIMT_MATH1(lgamma)
__SIMT_MATH1(sinpi)
__SIMT_MATH1(cospi)
__SIMT_MATH1(normcdf)
__SIMT_MATH1(normcdfinv)
__SIMT_MATH1(logb)
__SIMT_MATH1(j0)
__SIMT_MATH1(j1)
__SIMT_MATH1(y0)
__SIMT_MATH1(y1)
__SIMT_MATH1(cyl_bessel_i0)
__SIMT_MATH1(cyl_bessel_i1)
__SIMT_MATH1(round)
__SIMT_MATH_NATIVE(sqrt)
__SIMT_MATH_NATIVE(fabs)
__SIMT_MATH_NATIVE(floor)
__SIMT_MATH_NATIVE(ceil)
__SIMT_MATH_NATIVE(trunc)
__SIMT_MATH_NATIVE(rint)
__SIMT_MATH_NATIVE(nearbyint)
__SIMT_MATH2(pow)
__SIMT_MATH2(fmod)
__SIMT_MATH2(remainder)
__SIMT_MATH2(atan2)
__SIMT_MATH2(hypot)
__SIMT_MATH2(nextafter)
__SIMT_MATH2(fmin)
__SIMT_MATH2(fmax)
#undef __SIMT_MATH1
#undef __SIMT_MATH2
#undef __SIMT_MATH_NATIVE

__SIMT_DEVICE__ double copysign(double x, double y) { return __builtin_copysign(x, y); }
__SIMT_DEVICE__ float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
__SIMT_DEVICE__ float copysign(float x, float y) { return __builtin_copysignf(x, y); }
__SIMT_DEVICE__ double fdim(double x, double y) { return x > y ? x - y : x <= y ? 0.0 : x + y; }
__SIMT_DEVICE__ float fdimf(float x, float y) { return x > y ? x - y : x <= y ? 0.0f : x + y; }
__SIMT_DEVICE__ float fdim(float x, float y) { return fdimf(x, y); }
__SIMT_DEVICE__ double fma(double x, double y, double z) { return __simt_fma(x, y, z); }
__SIMT_DEVICE__ float fmaf(float x, float y, float z) { return __simt_fmaf(x, y, z); }
__SIMT_DEVICE__ float fma(float x, float y, float z) { return __simt_fmaf(x, y, z); }

__SIMT_DEVICE__ double ldexp(double x, int e) { return __simt_ldexp(x, e); }
__SIMT_DEVICE__ float ldexpf(float x, int e) { return __simt_ldexpf(x, e); }
__SIMT_DEVICE__ float ldexp(float x, int e) { return __simt_ldexpf(x, e); }
__SIMT_DEVICE__ double scalbn(double x, int e) { return __simt_ldexp(x, e); }
__SIMT_DEVICE__ float scalbnf(float x, int e) { return __simt_ldexpf(x, e); }
__SIMT_DEVICE__ float scalbn(float x, int e) { return __simt_ldexpf(x, e); }
__SIMT_DEVICE__ double scalbln(double x, long e) { return __simt_ldexp(x, int(e)); }
__SIMT_DEVICE__ float scalblnf(float x, long e) { return __simt_ldexpf(x, int(e)); }
__SIMT_DEVICE__ float scalbln(float x, long e) { return __simt_ldexpf(x, int(e)); }
__SIMT_DEVICE__ int ilogb(double x) { return __simt_ilogb(x); }
__SIMT_DEVICE__ int ilogbf(float x) { return __simt_ilogbf(x); }
__SIMT_DEVICE__ int ilogb(float x) { return __simt_ilogbf(x); }
__SIMT_DEVICE__ double jn(int n, double x) { return __simt_jn(n, x); }
__SIMT_DEVICE__ float jnf(int n, float x) { return __simt_jnf(n, x); }
__SIMT_DEVICE__ double yn(int n, double x) { return __simt_yn(n, x); }
__SIMT_DEVICE__ float ynf(int n, float x) { return __simt_ynf(n, x); }

// Classification. The macros of C do not reach C++; these are the overloads that CUDA declares.
__SIMT_DEVICE__ constexpr bool isnan(double x) { return __builtin_isnan(x); }
__SIMT_DEVICE__ constexpr bool isnan(float x) { return __builtin_isnan(x); }
__SIMT_DEVICE__ constexpr bool isinf(double x) { return __builtin_isinf(x); }
__SIMT_DEVICE__ constexpr bool isinf(float x) { return __builtin_isinf(x); }
__SIMT_DEVICE__ constexpr bool isfinite(double x) { return __builtin_isfinite(x); }
__SIMT_DEVICE__ constexpr bool isfinite(float x) { return __builtin_isfinite(x); }
__SIMT_DEVICE__ constexpr bool isnormal(double x) { return __builtin_isnormal(x); }
__SIMT_DEVICE__ constexpr bool isnormal(float x) { return __builtin_isnormal(x); }
__SIMT_DEVICE__ bool signbit(double x) { return __builtin_signbit(x); }
__SIMT_DEVICE__ bool signbit(float x) { return __builtin_signbit(x); }
__SIMT_DEVICE__ int finite(double x) { return __builtin_isfinite(x); }

// Results through pointers.
__SIMT_DEVICE__ float frexpf(float x, int* exponent) {
  const bool plain = x != 0.0f && isfinite(x);
  *exponent = plain ? __simt_ilogbf(x) + 1 : 0;
  return plain ? __simt_ldexpf(x, -*exponent) : x;
}
__SIMT_DEVICE__ double frexp(double x, int* exponent) {
  const bool plain = x != 0.0 && isfinite(x);
  *exponent = plain ? __simt_ilogb(x) + 1 : 0;
  return plain ? __simt_ldexp(x, -*exponent) : x;
}
__SIMT_DEVICE__ float frexp(float x, int* exponent) { return frexpf(x, exponent); }
__SIMT_DEVICE__ float modff(float x, float* whole) {
  *whole = truncf(x);
  return copysignf(isinf(x) ? 0.0f : x - *whole, x);
}
__SIMT_DEVICE__ double modf(double x, double* whole) {
  *whole = trunc(x);
  return copysign(isinf(x) ? 0.0 : x - *whole, x);
}
__SIMT_DEVICE__ float modf(float x, float* whole) { return modff(x, whole); }
__SIMT_DEVICE__ void sincosf(float x, float* sine, float* cosine) {
  *sine = __simt_sinf(x);
  *cosine = __simt_cosf(x);
}
__SIMT_DEVICE__ void sincos(double x, double* sine, double* cosine) {
  *sine = __simt_sin(x);
  *cosine = __simt_cos(x);
}
__SIMT_DEVICE__ void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
__SIMT_DEVICE__ void sincospif(float x, float* sine, float* cosine) {
  *sine = __simt_sinpif(x);
  *cosine = __simt_cospif(x);
}
__SIMT_DEVICE__ void sincospi(double x, double* sine, double* cosine) {
  *sine = __simt_sinpi(x);
  *cosine = __simt_cospi(x);
}

// To whole numbers. `lround` halves away from zero, `lrint` to even.
#define __SIMT_TO_WHOLE(name, type, rounding)                                         \
  __SIMT_DEVICE__ type name(double x) { return static_cast<type>(rounding(x)); }      \
  __SIMT_DEVICE__ type name##f(float x) { return static_cast<type>(rounding##f(x)); } \
  __SIMT_DEVICE__ type name(float x) { return static_cast<type>(rounding##f(x)); }
__SIMT_TO_WHOLE(lround, long, round)
__SIMT_TO_WHOLE(llround, long long, round)
__SIMT_TO_WHOLE(lrint, long, rint)
__SIMT_TO_WHOLE(llrint, long long, rint)
#undef __SIMT_TO_WHOLE

// Norms.
__SIMT_DEVICE__ float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
__SIMT_DEVICE__ double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
__SIMT_DEVICE__ float norm3df(float x, float y, float z) { return hypotf(hypotf(x, y), z); }
__SIMT_DEVICE__ double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }
__SIMT_DEVICE__ float rnorm3df(float x, float y, float z) { return 1.0f / norm3df(x, y, z); }
__SIMT_DEVICE__ double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
__SIMT_DEVICE__ float norm4df(float x, float y, float z, float w) {
  return hypotf(hypotf(x, y), hypotf(z, w));
}
__SIMT_DEVICE__ double norm4d(double x, double y, double z, double w) {
  return hypot(hypot(x, y), hypot(z, w));
}
__SIMT_DEVICE__ float normf(int count, const float* values) {
  float norm = 0;
  for (int i = 0; i < count; ++i) norm = hypotf(norm, values[i]);
  return norm;
}
__SIMT_DEVICE__ float rnormf(int count, const float* values) { return 1.0f / normf(count, values); }
__SIMT_DEVICE__ float fdividef(float x, float y) { return x / y; }
__SIMT_DEVICE__ float saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
__SIMT_DEVICE__ double nan(const char*) { return __builtin_nan(""); }
__SIMT_DEVICE__ float nanf(const char*) { return __builtin_nanf(""); }

// Whole numbers.
__SIMT_DEVICE__ int abs(int x) { return x < 0 ? -x : x; }
__SIMT_DEVICE__ long labs(long x) { return x < 0 ? -x : x; }
__SIMT_DEVICE__ long abs(long x) { return labs(x); }
__SIMT_DEVICE__ long long llabs(long long x) { return x < 0 ? -x : x; }
__SIMT_DEVICE__ long long abs(long long x) { return llabs(x); }
__SIMT_DEVICE__ float abs(float x) { return fabsf(x); }
__SIMT_DEVICE__ double abs(double x) { return fabs(x); }
