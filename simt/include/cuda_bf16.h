// SPDX-License-Identifier: MIT
//
// __nv_bfloat16 and __nv_bfloat162: float's range with eight significant bits.
#pragma once

#include "cuda_runtime.h"
#include "simt/small_float.h"

#define __SIMT_T __nv_bfloat16
#define __SIMT_T2 __nv_bfloat162
#define __SIMT_MANTISSA 7
#define __SIMT_EXPONENT 8
#define __SIMT_WIDEN __simt_widen_bfloat
#define __SIMT_NARROW __simt_narrow_bfloat
#include "simt/small_float_types.inc"
#undef __SIMT_T
#undef __SIMT_T2
#undef __SIMT_MANTISSA
#undef __SIMT_EXPONENT
#undef __SIMT_WIDEN
#undef __SIMT_NARROW

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80u))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fffu))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80u))

// --- bits and conversions ---
__SIMT_BOTH__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16 b;
  b.__x = bits;
  return b;
}
__SIMT_BOTH__ __nv_bfloat16 __short_as_bfloat16(short bits) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}
__SIMT_BOTH__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 b) { return b.__x; }
__SIMT_BOTH__ short __bfloat16_as_short(__nv_bfloat16 b) { return static_cast<short>(b.__x); }
__SIMT_BOTH__ float __bfloat162float(__nv_bfloat16 b) { return b; }
__SIMT_BOTH__ __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__SIMT_BOTH__ __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__SIMT_BOTH__ __nv_bfloat16 __float2bfloat16_rz(float x) {
  return __ushort_as_bfloat16(__simt_narrow<7, 8>(x, 1));
}
__SIMT_BOTH__ __nv_bfloat16 __float2bfloat16_ru(float x) {
  return __ushort_as_bfloat16(__simt_narrow<7, 8>(x, 2));
}
__SIMT_BOTH__ __nv_bfloat16 __float2bfloat16_rd(float x) {
  return __ushort_as_bfloat16(__simt_narrow<7, 8>(x, 3));
}
__SIMT_BOTH__ __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
__SIMT_BOTH__ __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
__SIMT_BOTH__ __nv_bfloat16 __uint2bfloat16_rn(unsigned x) { return __nv_bfloat16(x); }
#ifdef __CUDA__
__SIMT_DEVICE__ int __bfloat162int_rn(__nv_bfloat16 b) { return __float2int_rn(b); }
__SIMT_DEVICE__ int __bfloat162int_rz(__nv_bfloat16 b) { return __float2int_rz(b); }
__SIMT_DEVICE__ unsigned __bfloat162uint_rn(__nv_bfloat16 b) { return __float2uint_rn(b); }
__SIMT_DEVICE__ unsigned __bfloat162uint_rz(__nv_bfloat16 b) { return __float2uint_rz(b); }
#endif

// --- pairs ---
__SIMT_BOTH__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
  return __nv_bfloat162(x, y);
}
__SIMT_BOTH__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
  return __nv_bfloat162(x, y);
}
__SIMT_BOTH__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
__SIMT_BOTH__ __nv_bfloat162 __float2bfloat162_rn(float x) {
  return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x));
}
__SIMT_BOTH__ __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
__SIMT_BOTH__ __nv_bfloat162 __float22bfloat162_rn(float2 v) {
  return __nv_bfloat162(__nv_bfloat16(v.x), __nv_bfloat16(v.y));
}
__SIMT_BOTH__ float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(v.x, v.y); }
__SIMT_BOTH__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
__SIMT_BOTH__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
__SIMT_BOTH__ float __low2float(__nv_bfloat162 v) { return v.x; }
__SIMT_BOTH__ float __high2float(__nv_bfloat162 v) { return v.y; }
__SIMT_BOTH__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.x, v.x); }
__SIMT_BOTH__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.y); }

#ifdef __CUDA__
__SIMT_DEVICE__ __nv_bfloat16 atomicAdd(__nv_bfloat16* address, __nv_bfloat16 value) {
  return __ushort_as_bfloat16(__simt_atomic<unsigned short>(
      __simt_atomic_add_bfloat, reinterpret_cast<unsigned short*>(address), value.__x));
}
__SIMT_DEVICE__ __nv_bfloat162 atomicAdd(__nv_bfloat162* address, __nv_bfloat162 value) {
  return __simt_bits<__nv_bfloat162>(__simt_atomic<unsigned>(__simt_atomic_add_bfloat,
                                                             reinterpret_cast<unsigned*>(address),
                                                             __simt_bits<unsigned>(value)));
}
#endif
