// SPDX-License-Identifier: MIT
//
// __half and __half2: IEEE 754 binary16.
#pragma once

#include "cuda_runtime.h"
#include "simt/small_float.h"

#define __SIMT_T __half
#define __SIMT_T2 __half2
#define __SIMT_MANTISSA 10
#define __SIMT_EXPONENT 5
#define __SIMT_WIDEN __simt_widen_half
#define __SIMT_NARROW __simt_narrow_half
#include "simt/small_float_types.inc"
#undef __SIMT_T
#undef __SIMT_T2
#undef __SIMT_MANTISSA
#undef __SIMT_EXPONENT
#undef __SIMT_WIDEN
#undef __SIMT_NARROW

typedef __half half;
typedef __half nv_half;
typedef __half2 half2;
typedef __half2 nv_half2;

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00u))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fffu))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bffu))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001u))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00u))

// --- bits and conversions ---
__SIMT_BOTH__ __half __ushort_as_half(unsigned short bits) {
  __half h;
  h.__x = bits;
  return h;
}
__SIMT_BOTH__ __half __short_as_half(short bits) {
  return __ushort_as_half(static_cast<unsigned short>(bits));
}
__SIMT_BOTH__ unsigned short __half_as_ushort(__half h) { return h.__x; }
__SIMT_BOTH__ short __half_as_short(__half h) { return static_cast<short>(h.__x); }
__SIMT_BOTH__ float __half2float(__half h) { return h; }
__SIMT_BOTH__ __half __float2half(float x) { return __half(x); }
__SIMT_BOTH__ __half __float2half_rn(float x) { return __half(x); }
__SIMT_BOTH__ __half __float2half_rz(float x) {
  return __ushort_as_half(__simt_narrow<10, 5>(x, 1));
}
__SIMT_BOTH__ __half __float2half_ru(float x) {
  return __ushort_as_half(__simt_narrow<10, 5>(x, 2));
}
__SIMT_BOTH__ __half __float2half_rd(float x) {
  return __ushort_as_half(__simt_narrow<10, 5>(x, 3));
}
__SIMT_BOTH__ __half __double2half(double x) { return __half(x); }
__SIMT_BOTH__ __half __int2half_rn(int x) { return __half(x); }
__SIMT_BOTH__ __half __uint2half_rn(unsigned x) { return __half(x); }
__SIMT_BOTH__ __half __short2half_rn(short x) { return __half(x); }
__SIMT_BOTH__ __half __ushort2half_rn(unsigned short x) { return __half(x); }
__SIMT_BOTH__ __half __ll2half_rn(long long x) { return __half(x); }
__SIMT_BOTH__ __half __ull2half_rn(unsigned long long x) { return __half(x); }
#ifdef __CUDA__
#define __SIMT_HALF_TO(name, type)                                                           \
  __SIMT_DEVICE__ type __half2##name##_rn(__half h) { return static_cast<type>(rintf(h)); }  \
  __SIMT_DEVICE__ type __half2##name##_rz(__half h) { return static_cast<type>(truncf(h)); } \
  __SIMT_DEVICE__ type __half2##name##_ru(__half h) { return static_cast<type>(ceilf(h)); }  \
  __SIMT_DEVICE__ type __half2##name##_rd(__half h) { return static_cast<type>(floorf(h)); }
__SIMT_HALF_TO(int, int)
__SIMT_HALF_TO(uint, unsigned)
__SIMT_HALF_TO(short, short)
__SIMT_HALF_TO(ushort, unsigned short)
__SIMT_HALF_TO(ll, long long)
__SIMT_HALF_TO(ull, unsigned long long)
#undef __SIMT_HALF_TO
#endif

// --- pairs ---
__SIMT_BOTH__ __half2 make_half2(__half x, __half y) { return __half2(x, y); }
__SIMT_BOTH__ __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
__SIMT_BOTH__ __half2 __half2half2(__half x) { return __half2(x, x); }
__SIMT_BOTH__ __half2 __float2half2_rn(float x) { return __half2(__half(x), __half(x)); }
__SIMT_BOTH__ __half2 __floats2half2_rn(float x, float y) { return __half2(__half(x), __half(y)); }
__SIMT_BOTH__ __half2 __float22half2_rn(float2 v) { return __half2(__half(v.x), __half(v.y)); }
__SIMT_BOTH__ float2 __half22float2(__half2 v) { return make_float2(v.x, v.y); }
__SIMT_BOTH__ __half __low2half(__half2 v) { return v.x; }
__SIMT_BOTH__ __half __high2half(__half2 v) { return v.y; }
__SIMT_BOTH__ float __low2float(__half2 v) { return v.x; }
__SIMT_BOTH__ float __high2float(__half2 v) { return v.y; }
__SIMT_BOTH__ __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
__SIMT_BOTH__ __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
__SIMT_BOTH__ __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }
__SIMT_BOTH__ __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__SIMT_BOTH__ __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

#ifdef __CUDA__
__SIMT_DEVICE__ __half atomicAdd(__half* address, __half value) {
  return __ushort_as_half(__simt_atomic<unsigned short>(
      __simt_atomic_add_float, reinterpret_cast<unsigned short*>(address), value.__x));
}
__SIMT_DEVICE__ __half2 atomicAdd(__half2* address, __half2 value) {
  return __simt_bits<__half2>(__simt_atomic<unsigned>(
      __simt_atomic_add_half2, reinterpret_cast<unsigned*>(address), __simt_bits<unsigned>(value)));
}
#endif
