// SPDX-License-Identifier: MIT
//
// Rounding to the 16-bit formats, the same on host and device.
#pragma once

#include "simt/qualifiers.h"

#ifdef __CUDA__
#include "simt/imports.h"
#endif

/// Bits of `x` rounded to a format with `kMantissa` stored and `kExponent` exponent bits.
/// Mode: 0 nearest even, 1 toward zero, 2 up, 3 down. NaN gives CUDA's one NaN, 0x7fff.
template <int kMantissa, int kExponent>
__SIMT_BOTH__ unsigned short __simt_narrow(double x, int mode) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  constexpr int kBias = (1 << (kExponent - 1)) - 1;
  constexpr unsigned long long kInfinity = ((1ull << kExponent) - 1) << kMantissa;
  const bool negative = bits >> 63 != 0;
  const auto sign = static_cast<unsigned short>(negative ? 0x8000u : 0u);
  const int stored = static_cast<int>(bits >> 52 & 0x7ff);
  unsigned long long significand = bits & ((1ull << 52) - 1);
  if (stored == 0x7ff) {
    return static_cast<unsigned short>(significand != 0 ? 0x7fffu : sign | kInfinity);
  }
  if (stored != 0) significand |= 1ull << 52;
  const int exponent = (stored != 0 ? stored : 1) - 1023;
  const bool normal = exponent > -kBias;
  int shift = 52 - kMantissa + (normal ? 0 : 1 - kBias - exponent);
  if (shift > 63) shift = 63;
  unsigned long long kept = significand >> shift;
  const unsigned long long rest = significand & ((1ull << shift) - 1);
  const unsigned long long half = 1ull << (shift - 1);
  const bool nearest_up = rest > half || (rest == half && (kept & 1) != 0);
  const bool away = mode == 0 ? nearest_up : rest != 0 && mode == (negative ? 3 : 2);
  // A carry out of the significand raises the exponent, as it should.
  if (normal) kept += static_cast<unsigned long long>(exponent + kBias - 1) << kMantissa;
  if (away) ++kept;
  if (kept >= kInfinity) {
    const bool to_infinity = mode == 0 || mode == (negative ? 3 : 2);
    kept = to_infinity ? kInfinity : kInfinity - 1;
  }
  return static_cast<unsigned short>(sign | kept);
}

/// a + b rounded to odd: the last bit is set if the sum is not exact. Rounding it once more to a
/// much shorter format gives what a single rounding of the exact sum gives.
__SIMT_BOTH__ double __simt_sum_to_odd(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  if (error != error || error == 0) return sum;
  long long bits;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  if ((bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
  double odd;
  __builtin_memcpy(&odd, &bits, sizeof odd);
  return odd;
}

/// Value of a half, exactly.
__SIMT_BOTH__ float __simt_widen_half(unsigned short bits) {
#ifdef __CUDA_ARCH__
  return __simt_f16_to_f32(bits);
#else
  const unsigned sign = static_cast<unsigned>(bits & 0x8000) << 16;
  const unsigned exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff;
  unsigned wide = sign | (exponent + 112) << 23 | mantissa << 13;
  if (exponent == 0x1f) wide = sign | 0x7f800000u | mantissa << 13;
  float value;
  __builtin_memcpy(&value, &wide, sizeof value);
  if (exponent == 0) value = static_cast<float>(mantissa) * 0x1p-24f * (sign != 0 ? -1.0f : 1.0f);
  return value;
#endif
}
__SIMT_BOTH__ unsigned short __simt_narrow_half(float x) {
#ifdef __CUDA_ARCH__
  return x != x ? static_cast<unsigned short>(0x7fff) : __simt_f32_to_f16(x);
#else
  return __simt_narrow<10, 5>(x, 0);
#endif
}

/// Value of a bfloat16, exactly: it is the upper half of a float.
__SIMT_BOTH__ float __simt_widen_bfloat(unsigned short bits) {
  const unsigned wide = static_cast<unsigned>(bits) << 16;
  float value;
  __builtin_memcpy(&value, &wide, sizeof value);
  return value;
}
__SIMT_BOTH__ unsigned short __simt_narrow_bfloat(float x) {
  unsigned bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  if (x != x) return 0x7fff;
  return static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
