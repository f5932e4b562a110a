// SPDX-License-Identifier: MIT
//
// Integer, bit, conversion and fast-math intrinsics (those with two leading underscores).
// The fast forms give the precise result: the virtual GPU has no lower-precision unit.
#pragma once

#include "simt/math.h"
#include "simt/vector_types.h"

template <class To, class From>
__SIMT_BOTH__ To __simt_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

// --- bit patterns ---
__SIMT_DEVICE__ int __float_as_int(float x) { return __simt_bits<int>(x); }
__SIMT_DEVICE__ unsigned __float_as_uint(float x) { return __simt_bits<unsigned>(x); }
__SIMT_DEVICE__ float __int_as_float(int x) { return __simt_bits<float>(x); }
__SIMT_DEVICE__ float __uint_as_float(unsigned x) { return __simt_bits<float>(x); }
__SIMT_DEVICE__ long long __double_as_longlong(double x) { return __simt_bits<long long>(x); }
__SIMT_DEVICE__ double __longlong_as_double(long long x) { return __simt_bits<double>(x); }
__SIMT_DEVICE__ int __double2hiint(double x) { return int(__double_as_longlong(x) >> 32); }
__SIMT_DEVICE__ int __double2loint(double x) { return int(__double_as_longlong(x)); }
__SIMT_DEVICE__ double __hiloint2double(int hi, int lo) {
  return __longlong_as_double((static_cast<long long>(hi) << 32) | static_cast<unsigned>(lo));
}

// --- counting and moving bits ---
__SIMT_DEVICE__ int __popc(unsigned x) { return __builtin_popcount(x); }
__SIMT_DEVICE__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__SIMT_DEVICE__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz(unsigned(x)); }
__SIMT_DEVICE__ int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
__SIMT_DEVICE__ int __ffs(int x) { return x == 0 ? 0 : __builtin_ctz(unsigned(x)) + 1; }
__SIMT_DEVICE__ int __ffsll(long long x) {
  return x == 0 ? 0 : __builtin_ctzll(static_cast<unsigned long long>(x)) + 1;
}
__SIMT_DEVICE__ unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__SIMT_DEVICE__ unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}
__SIMT_DEVICE__ unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return unsigned((((static_cast<unsigned long long>(hi) << 32) | lo) << (shift & 31)) >> 32);
}
__SIMT_DEVICE__ unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned s = shift < 32 ? shift : 32;
  return unsigned((((static_cast<unsigned long long>(hi) << 32) | lo) << s) >> 32);
}
__SIMT_DEVICE__ unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return unsigned(((static_cast<unsigned long long>(hi) << 32) | lo) >> (shift & 31));
}
__SIMT_DEVICE__ unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned s = shift < 32 ? shift : 32;
  return unsigned(((static_cast<unsigned long long>(hi) << 32) | lo) >> s);
}
__SIMT_DEVICE__ unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = (static_cast<unsigned long long>(y) << 32) | x;
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const unsigned pick = selector >> (4 * i);
    const unsigned byte = unsigned(bytes >> (8 * (pick & 7))) & 0xffu;
    // Bit 3 of a selector spreads the byte's sign over all eight bits.
    const unsigned value = (pick & 8) != 0 ? ((byte & 0x80u) != 0 ? 0xffu : 0u) : byte;
    result |= value << (8 * i);
  }
  return result;
}
/// Position of the offset-th set bit from `base` upwards (downwards if negative), or all ones.
__SIMT_DEVICE__ unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return (mask >> base & 1u) != 0 ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int bit = int(base); bit >= 0 && bit < 32; bit += step) {
    if ((mask >> bit & 1u) != 0 && --left == 0) return unsigned(bit);
  }
  return ~0u;
}

// --- products and sums ---
__SIMT_DEVICE__ int __mulhi(int a, int b) { return int((static_cast<long long>(a) * b) >> 32); }
__SIMT_DEVICE__ unsigned __umulhi(unsigned a, unsigned b) {
  return unsigned((static_cast<unsigned long long>(a) * b) >> 32);
}
__SIMT_DEVICE__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  const unsigned long long a0 = unsigned(a), a1 = a >> 32, b0 = unsigned(b), b1 = b >> 32;
  const unsigned long long middle = a1 * b0 + ((a0 * b0) >> 32);
  const unsigned long long low = a0 * b1 + unsigned(middle);
  return a1 * b1 + (middle >> 32) + (low >> 32);
}
__SIMT_DEVICE__ long long __mul64hi(long long a, long long b) {
  const auto ua = static_cast<unsigned long long>(a), ub = static_cast<unsigned long long>(b);
  return static_cast<long long>(__umul64hi(ua, ub) - (a < 0 ? ub : 0) - (b < 0 ? ua : 0));
}
__SIMT_DEVICE__ int __mul24(int a, int b) {
  return int(unsigned(a << 8 >> 8) * unsigned(b << 8 >> 8));
}
__SIMT_DEVICE__ unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
__SIMT_DEVICE__ unsigned __sad(int a, int b, unsigned c) {
  return c + (a > b ? unsigned(a) - unsigned(b) : unsigned(b) - unsigned(a));
}
__SIMT_DEVICE__ unsigned __usad(unsigned a, unsigned b, unsigned c) {
  return c + (a > b ? a - b : b - a);
}
__SIMT_DEVICE__ int __hadd(int a, int b) { return int((static_cast<long long>(a) + b) >> 1); }
__SIMT_DEVICE__ int __rhadd(int a, int b) { return int((static_cast<long long>(a) + b + 1) >> 1); }
__SIMT_DEVICE__ unsigned __uhadd(unsigned a, unsigned b) {
  return unsigned((static_cast<unsigned long long>(a) + b) >> 1);
}
__SIMT_DEVICE__ unsigned __urhadd(unsigned a, unsigned b) {
  return unsigned((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
/// Sum of four products of signed bytes, plus c.
__SIMT_DEVICE__ int __dp4a(int a, int b, int c) {
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    c += int(static_cast<signed char>(a >> i)) * static_cast<signed char>(b >> i);
  return c;
}
__SIMT_DEVICE__ unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
#pragma unroll
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xffu) * (b >> i & 0xffu);
  return c;
}
__SIMT_DEVICE__ int __dp2a_lo(int a, int b, int c) {
  return c + static_cast<short>(a) * static_cast<signed char>(b) +
         (a >> 16) * static_cast<signed char>(b >> 8);
}
__SIMT_DEVICE__ int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }

// --- packed halves and bytes (video instructions) ---
#define __SIMT_PACKED(name, width, expression)                    \
  __SIMT_DEVICE__ unsigned name(unsigned a, unsigned b) {         \
    constexpr unsigned kMask = (1u << width) - 1;                 \
    unsigned result = 0;                                          \
    _Pragma("unroll") for (int i = 0; i < 32; i += width) {       \
      const unsigned x = a >> i & kMask, y = b >> i & kMask;      \
      const int sx = int(x << (32 - width)) >> (32 - width);      \
      const int sy = int(y << (32 - width)) >> (32 - width);      \
      (void)sx, (void)sy;                                         \
      result |= (static_cast<unsigned>(expression) & kMask) << i; \
    }                                                             \
    return result;                                                \
  }
/// What fits a signed field.
#define __SIMT_CLAMPED(value, width)                           \
  ((value) < -(1 << (width - 1))      ? -(1 << (width - 1))    \
   : (value) > (1 << (width - 1)) - 1 ? (1 << (width - 1)) - 1 \
                                      : (value))
#define __SIMT_PACKED_BOTH(suffix, width)                                        \
  __SIMT_PACKED(__vadd##suffix, width, x + y)                                    \
  __SIMT_PACKED(__vsub##suffix, width, x - y)                                    \
  __SIMT_PACKED(__vmins##suffix, width, sx < sy ? sx : sy)                       \
  __SIMT_PACKED(__vmaxs##suffix, width, sx > sy ? sx : sy)                       \
  __SIMT_PACKED(__vminu##suffix, width, x < y ? x : y)                           \
  __SIMT_PACKED(__vmaxu##suffix, width, x > y ? x : y)                           \
  __SIMT_PACKED(__vabsdiffu##suffix, width, x > y ? x - y : y - x)               \
  __SIMT_PACKED(__vabsdiffs##suffix, width, sx > sy ? sx - sy : sy - sx)         \
  __SIMT_PACKED(__vavgu##suffix, width, (x + y + 1) >> 1)                        \
  __SIMT_PACKED(__vhaddu##suffix, width, (x + y) >> 1)                           \
  __SIMT_PACKED(__vaddus##suffix, width, x + y > kMask ? kMask : x + y)          \
  __SIMT_PACKED(__vsubus##suffix, width, x > y ? x - y : 0)                      \
  __SIMT_PACKED(__vcmpeq##suffix, width, x == y ? ~0u : 0u)                      \
  __SIMT_PACKED(__vcmpne##suffix, width, x != y ? ~0u : 0u)                      \
  __SIMT_PACKED(__vaddss##suffix, width, __SIMT_CLAMPED(sx + sy, width))         \
  __SIMT_PACKED(__vsubss##suffix, width, __SIMT_CLAMPED(sx - sy, width))         \
  __SIMT_PACKED(__vavgs##suffix, width, (sx + sy + (sx + sy >= 0 ? 1 : 0)) >> 1) \
  __SIMT_PACKED(__vcmpgtu##suffix, width, x > y ? ~0u : 0u)                      \
  __SIMT_PACKED(__vcmpgts##suffix, width, sx > sy ? ~0u : 0u)                    \
  __SIMT_PACKED(__vcmpgeu##suffix, width, x >= y ? ~0u : 0u)                     \
  __SIMT_PACKED(__vcmpges##suffix, width, sx >= sy ? ~0u : 0u)                   \
  __SIMT_PACKED(__vcmpltu##suffix, width, x < y ? ~0u : 0u)                      \
  __SIMT_PACKED(__vcmplts##suffix, width, sx < sy ? ~0u : 0u)                    \
  __SIMT_PACKED(__vcmpleu##suffix, width, x <= y ? ~0u : 0u)                     \
  __SIMT_PACKED(__vcmples##suffix, width, sx <= sy ? ~0u : 0u)                   \
  __SIMT_PACKED(__vseteq##suffix, width, x == y)                                 \
  __SIMT_PACKED(__vsetne##suffix, width, x != y)                                 \
  __SIMT_PACKED(__vsetgtu##suffix, width, x > y)                                 \
  __SIMT_PACKED(__vsetgts##suffix, width, sx > sy)                               \
  __SIMT_PACKED(__vsetgeu##suffix, width, x >= y)                                \
  __SIMT_PACKED(__vsetges##suffix, width, sx >= sy)                              \
  __SIMT_PACKED(__vsetltu##suffix, width, x < y)                                 \
  __SIMT_PACKED(__vsetlts##suffix, width, sx < sy)                               \
  __SIMT_PACKED(__vsetleu##suffix, width, x <= y)                                \
  __SIMT_PACKED(__vsetles##suffix, width, sx <= sy)
__SIMT_PACKED_BOTH(2, 16)
__SIMT_PACKED_BOTH(4, 8)
#undef __SIMT_PACKED_BOTH
#undef __SIMT_PACKED
#undef __SIMT_CLAMPED
/// Sum of a word's fields, each as unsigned.
__SIMT_DEVICE__ unsigned __simt_sum2(unsigned d) { return (d & 0xffffu) + (d >> 16); }
__SIMT_DEVICE__ unsigned __simt_sum4(unsigned d) {
  return (d & 0xffu) + (d >> 8 & 0xffu) + (d >> 16 & 0xffu) + (d >> 24);
}
#define __SIMT_PACKED_MORE(suffix)                                                          \
  __SIMT_DEVICE__ unsigned __vsadu##suffix(unsigned a, unsigned b) {                        \
    return __simt_sum##suffix(__vabsdiffu##suffix(a, b));                                   \
  }                                                                                         \
  __SIMT_DEVICE__ unsigned __vsads##suffix(unsigned a, unsigned b) {                        \
    return __simt_sum##suffix(__vabsdiffs##suffix(a, b));                                   \
  }                                                                                         \
  __SIMT_DEVICE__ unsigned __vneg##suffix(unsigned a) { return __vsub##suffix(0, a); }      \
  __SIMT_DEVICE__ unsigned __vnegss##suffix(unsigned a) { return __vsubss##suffix(0, a); }  \
  __SIMT_DEVICE__ unsigned __vabs##suffix(unsigned a) { return __vabsdiffs##suffix(a, 0); } \
  __SIMT_DEVICE__ unsigned __vabsss##suffix(unsigned a) {                                   \
    return __vmaxs##suffix(a, __vnegss##suffix(a));                                         \
  }
__SIMT_PACKED_MORE(2)
__SIMT_PACKED_MORE(4)
#undef __SIMT_PACKED_MORE

// --- conversions: rn nearest even, rz toward zero, ru up, rd down; all saturate ---
// A NaN gives 0, but the top bit alone where either side has 64 bits.
template <class To, class From>
__SIMT_DEVICE__ To __simt_saturate(From x) {
  constexpr bool kWide = sizeof(To) == 8 || sizeof(From) == 8;
  if (kWide && x != x) return static_cast<To>(1ull << (8 * sizeof(To) - 1));
  return static_cast<To>(x);  // the instruction set's conversion saturates
}
#define __SIMT_TO_INT(name, type, from, suffix)                                              \
  __SIMT_DEVICE__ type name##_rn(from x) { return __simt_saturate<type>(rint##suffix(x)); }  \
  __SIMT_DEVICE__ type name##_rz(from x) { return __simt_saturate<type>(trunc##suffix(x)); } \
  __SIMT_DEVICE__ type name##_ru(from x) { return __simt_saturate<type>(ceil##suffix(x)); }  \
  __SIMT_DEVICE__ type name##_rd(from x) { return __simt_saturate<type>(floor##suffix(x)); }
__SIMT_TO_INT(__float2int, int, float, f)
__SIMT_TO_INT(__float2uint, unsigned, float, f)
__SIMT_TO_INT(__float2ll, long long, float, f)
__SIMT_TO_INT(__float2ull, unsigned long long, float, f)
__SIMT_TO_INT(__double2int, int, double, )
__SIMT_TO_INT(__double2uint, unsigned, double, )
__SIMT_TO_INT(__double2ll, long long, double, )
__SIMT_TO_INT(__double2ull, unsigned long long, double, )
#undef __SIMT_TO_INT
#define __SIMT_FROM(name, to, from, import)                           \
  __SIMT_DEVICE__ to name##_rn(from x) { return static_cast<to>(x); } \
  __SIMT_DEVICE__ to name##_rz(from x) { return import(1, x); }       \
  __SIMT_DEVICE__ to name##_ru(from x) { return import(2, x); }       \
  __SIMT_DEVICE__ to name##_rd(from x) { return import(3, x); }
__SIMT_FROM(__int2float, float, int, __simt_cvt_i32_f32)
__SIMT_FROM(__uint2float, float, unsigned, __simt_cvt_u32_f32)
__SIMT_FROM(__ll2float, float, long long, __simt_cvt_i64_f32)
__SIMT_FROM(__ull2float, float, unsigned long long, __simt_cvt_u64_f32)
__SIMT_FROM(__ll2double, double, long long, __simt_cvt_i64_f64)
__SIMT_FROM(__ull2double, double, unsigned long long, __simt_cvt_u64_f64)
__SIMT_FROM(__double2float, float, double, __simt_cvt_f64_f32)
#undef __SIMT_FROM
__SIMT_DEVICE__ double __int2double_rn(int x) { return x; }
__SIMT_DEVICE__ double __uint2double_rn(unsigned x) { return x; }

// --- arithmetic with a stated rounding ---
// Operation numbers of __simt_round32: 0 add, 1 mul, 2 fma, 3 div, 4 sqrt, 5 reciprocal, 6 sub.
#define __SIMT_ROUNDED(suffix, mode)                                    \
  __SIMT_ROUNDED_TYPE(f, float, __simt_round32, suffix, mode)           \
  __SIMT_ROUNDED_TYPE(d, double, __simt_round64, suffix, mode)          \
  __SIMT_DEVICE__ float __fmaf_##suffix(float x, float y, float z) {    \
    return __simt_round32(2, mode, x, y, z);                            \
  }                                                                     \
  __SIMT_DEVICE__ double __fma_##suffix(double x, double y, double z) { \
    return __simt_round64(2, mode, x, y, z);                            \
  }
#define __SIMT_ROUNDED_TYPE(prefix, type, import, suffix, mode)                               \
  __SIMT_DEVICE__ type __##prefix##add_##suffix(type x, type y) {                             \
    return import(0, mode, x, y, 0);                                                          \
  }                                                                                           \
  __SIMT_DEVICE__ type __##prefix##mul_##suffix(type x, type y) {                             \
    return import(1, mode, x, y, 0);                                                          \
  }                                                                                           \
  __SIMT_DEVICE__ type __##prefix##div_##suffix(type x, type y) {                             \
    return import(3, mode, x, y, 0);                                                          \
  }                                                                                           \
  __SIMT_DEVICE__ type __##prefix##sqrt_##suffix(type x) { return import(4, mode, x, 0, 0); } \
  __SIMT_DEVICE__ type __##prefix##rcp_##suffix(type x) { return import(5, mode, x, 0, 0); }  \
  __SIMT_DEVICE__ type __##prefix##sub_##suffix(type x, type y) { return import(6, mode, x, y, 0); }
__SIMT_ROUNDED(rz, 1)
__SIMT_ROUNDED(ru, 2)
__SIMT_ROUNDED(rd, 3)
#undef __SIMT_ROUNDED
#undef __SIMT_ROUNDED_TYPE
#define __SIMT_NEAREST(prefix, type)                                        \
  __SIMT_DEVICE__ type __##prefix##add_rn(type x, type y) { return x + y; } \
  __SIMT_DEVICE__ type __##prefix##sub_rn(type x, type y) { return x - y; } \
  __SIMT_DEVICE__ type __##prefix##mul_rn(type x, type y) { return x * y; } \
  __SIMT_DEVICE__ type __##prefix##div_rn(type x, type y) { return x / y; }
__SIMT_NEAREST(f, float)
__SIMT_NEAREST(d, double)
#undef __SIMT_NEAREST
__SIMT_DEVICE__ float __fsqrt_rn(float x) { return sqrtf(x); }
__SIMT_DEVICE__ double __dsqrt_rn(double x) { return sqrt(x); }
__SIMT_DEVICE__ float __frcp_rn(float x) { return 1.0f / x; }
__SIMT_DEVICE__ double __drcp_rn(double x) { return 1.0 / x; }
__SIMT_DEVICE__ float __frsqrt_rn(float x) {
  return static_cast<float>(1.0 / sqrt(static_cast<double>(x)));
}
__SIMT_DEVICE__ float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
__SIMT_DEVICE__ double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
__SIMT_DEVICE__ float __fmaf_ieee_rn(float x, float y, float z) { return fmaf(x, y, z); }

// --- fast forms ---
__SIMT_DEVICE__ float __sinf(float x) { return sinf(x); }
__SIMT_DEVICE__ float __cosf(float x) { return cosf(x); }
__SIMT_DEVICE__ float __tanf(float x) { return tanf(x); }
__SIMT_DEVICE__ void __sincosf(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
__SIMT_DEVICE__ float __expf(float x) { return expf(x); }
__SIMT_DEVICE__ float __exp10f(float x) { return exp10f(x); }
__SIMT_DEVICE__ float __logf(float x) { return logf(x); }
__SIMT_DEVICE__ float __log2f(float x) { return log2f(x); }
__SIMT_DEVICE__ float __log10f(float x) { return log10f(x); }
__SIMT_DEVICE__ float __powf(float x, float y) { return powf(x, y); }
__SIMT_DEVICE__ float __tanhf(float x) { return tanhf(x); }
__SIMT_DEVICE__ float __fdividef(float x, float y) { return x / y; }
__SIMT_DEVICE__ float __saturatef(float x) { return saturatef(x); }
