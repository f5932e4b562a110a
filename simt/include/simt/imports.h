// SPDX-License-Identifier: MIT
//
// Everything the virtual GPU itself provides to device code. Each name is an import of the device
// object; what it does is listed beside its implementation. Only the headers here call them.
#pragma once

#include <stddef.h>

#include "simt/qualifiers.h"

#define __SIMT_IMPORT__ __device__ __attribute__((nothrow))
#define __SIMT_PURE__ __device__ __attribute__((nothrow, const))
// `nomerge`: two barriers in the arms of an `if` must not become one, or the bug is hidden.
#define __SIMT_SYNC__ __device__ __attribute__((nothrow, convergent, nomerge))

typedef unsigned long long __simt_u64;

extern "C" {

// Special registers: loads of this symbol become register reads. threadIdx, blockIdx, blockDim,
// gridDim (three each), then by index: 12 lane, 13 warp in block, 14 dynamic shared bytes,
// 15 shared bytes in all, 16 multiprocessor, 17 mask of lower lanes, 18 warps in block.
extern const __device__ unsigned __simt_sregs[20];

__SIMT_SYNC__ void __simt_barrier();
__SIMT_SYNC__ int __simt_barrier_reduce(int op, int predicate);  // 0 count, 1 and, 2 or
__SIMT_SYNC__ void __simt_grid_barrier();
__SIMT_SYNC__ void __simt_syncwarp(unsigned mask);
__SIMT_IMPORT__ void __simt_fence(int scope);  // 0 block, 1 device, 2 system

// What: 0 a copy of `amount` bytes to `to` is under way, 1 commit, 2 wait for all but the last
// `amount` commits. Only the check pass looks.
__SIMT_IMPORT__ void __simt_async(int what, const void* to, unsigned amount);

// Mode: 0 index, 1 up, 2 down, 3 xor.
__SIMT_SYNC__ unsigned __simt_shuffle32(int mode, unsigned mask, unsigned value, int lane,
                                        int width);
__SIMT_SYNC__ __simt_u64 __simt_shuffle64(int mode, unsigned mask, __simt_u64 value, int lane,
                                          int width);
// Mode: 0 ballot, 1 any, 2 all, 3 uniform.
__SIMT_SYNC__ unsigned __simt_vote(int mode, unsigned mask, int predicate);
__SIMT_SYNC__ unsigned __simt_activemask();
__SIMT_SYNC__ unsigned __simt_match(int all, unsigned mask, __simt_u64 value);
// Op: 0 add, 1 min unsigned, 2 max unsigned, 3 min, 4 max, 5 and, 6 or, 7 xor.
__SIMT_SYNC__ unsigned __simt_reduce(int op, unsigned mask, unsigned value);

// One channel of an element, as the bits of a float or as an integer; see texture.hpp.
__SIMT_IMPORT__ unsigned __simt_texture(__simt_u64 texture, int channel, float x, float y, float z);
__SIMT_IMPORT__ unsigned __simt_texture_fetch(__simt_u64 texture, int channel, int index);
// Where byte `x` of row `y` lies. Mode outside: 0 null, 1 the nearest inside, 2 a fault.
__SIMT_IMPORT__ void* __simt_surface(__simt_u64 surface, int x, int y, int bytes, int mode);

// Return the old value. `op` is operation | scope << 8 | order << 12, all from atomics.h.
__SIMT_IMPORT__ unsigned __simt_atomic16(int op, void* address, unsigned value, unsigned compare);
__SIMT_IMPORT__ unsigned __simt_atomic32(int op, void* address, unsigned value, unsigned compare);
__SIMT_IMPORT__ __simt_u64 __simt_atomic64(int op, void* address, __simt_u64 value,
                                           __simt_u64 compare);

// The C library's functions keep their names as imports, so that clang can fold constants.
#define __SIMT_MATH1(name)                                          \
  __SIMT_PURE__ float __simt_##name##f(float x) __asm__(#name "f"); \
  __SIMT_PURE__ double __simt_##name(double x) __asm__(#name);
#define __SIMT_MATH2(name)                                                   \
  __SIMT_PURE__ float __simt_##name##f(float x, float y) __asm__(#name "f"); \
  __SIMT_PURE__ double __simt_##name(double x, double y) __asm__(#name);
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
__SIMT_PURE__ float __simt_fmaf(float x, float y, float z) __asm__("fmaf");
__SIMT_PURE__ double __simt_fma(double x, double y, double z) __asm__("fma");
__SIMT_PURE__ float __simt_ldexpf(float x, int exponent) __asm__("ldexpf");
__SIMT_PURE__ double __simt_ldexp(double x, int exponent) __asm__("ldexp");
__SIMT_PURE__ int __simt_ilogbf(float x) __asm__("ilogbf");
__SIMT_PURE__ int __simt_ilogb(double x) __asm__("ilogb");
__SIMT_PURE__ float __simt_jnf(int n, float x) __asm__("jnf");
__SIMT_PURE__ double __simt_jn(int n, double x) __asm__("jn");
__SIMT_PURE__ float __simt_ynf(int n, float x) __asm__("ynf");
__SIMT_PURE__ double __simt_yn(int n, double x) __asm__("yn");

// Directed rounding. Op: 0 add, 1 mul, 2 fma, 3 div, 4 sqrt, 5 reciprocal, 6 sub.
// Mode, here and below: 0 nearest even, 1 toward zero, 2 up, 3 down.
__SIMT_PURE__ float __simt_round32(int op, int mode, float x, float y, float z);
__SIMT_PURE__ double __simt_round64(int op, int mode, double x, double y, double z);
__SIMT_PURE__ float __simt_cvt_f64_f32(int mode, double x);
__SIMT_PURE__ float __simt_cvt_i32_f32(int mode, int x);
__SIMT_PURE__ float __simt_cvt_u32_f32(int mode, unsigned x);
__SIMT_PURE__ float __simt_cvt_i64_f32(int mode, long long x);
__SIMT_PURE__ float __simt_cvt_u64_f32(int mode, __simt_u64 x);
__SIMT_PURE__ double __simt_cvt_i64_f64(int mode, long long x);
__SIMT_PURE__ double __simt_cvt_u64_f64(int mode, __simt_u64 x);
__SIMT_PURE__ unsigned short __simt_f32_to_f16(float x) __asm__("__truncsfhf2");
__SIMT_PURE__ unsigned short __simt_f64_to_f16(double x) __asm__("__truncdfhf2");
__SIMT_PURE__ float __simt_f16_to_f32(unsigned short bits) __asm__("__extendhfsf2");

__SIMT_IMPORT__ long long __simt_clock64();
__SIMT_IMPORT__ __simt_u64 __simt_globaltimer();
__SIMT_SYNC__ void __simt_nanosleep(unsigned ns);
__SIMT_IMPORT__ void __simt_trap() __attribute__((noreturn));

}  // extern "C"
