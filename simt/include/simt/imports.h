// SPDX-License-Identifier: MIT
//
// Everything the virtual GPU itself provides to device code. Each name is an import of the device
// object; what it does is listed beside its implementation. Only the headers here call them.
#pragma once

#define __SIMT_IMPORT__ __device__ __attribute__((nothrow))
#define __SIMT_PURE__ __device__ __attribute__((nothrow, const))
// `nomerge`: two barriers in the arms of an `if` must not become one, or the bug is hidden.
#define __SIMT_SYNC__ __device__ __attribute__((nothrow, convergent, nomerge))

typedef unsigned long long __simt_u64;

extern "C" {

// Special registers: loads of this symbol become register reads. threadIdx, blockIdx, blockDim,
// gridDim (three each), lane in warp, warp in block, SM, number of SMs.
extern const __device__ unsigned __simt_sregs[16];

__SIMT_SYNC__ void __simt_barrier();
__SIMT_SYNC__ int __simt_barrier_count(int predicate);
__SIMT_SYNC__ int __simt_barrier_and(int predicate);
__SIMT_SYNC__ int __simt_barrier_or(int predicate);
__SIMT_SYNC__ void __simt_syncwarp(unsigned mask);
__SIMT_SYNC__ void __simt_fence(int scope);
__SIMT_SYNC__ void __simt_grid_sync();

__SIMT_SYNC__ unsigned __simt_shfl(int mode, unsigned mask, unsigned value, unsigned source,
                                   unsigned width);
__SIMT_SYNC__ unsigned __simt_ballot(unsigned mask, int predicate);
__SIMT_SYNC__ int __simt_any(unsigned mask, int predicate);
__SIMT_SYNC__ int __simt_all(unsigned mask, int predicate);
__SIMT_SYNC__ unsigned __simt_activemask();
__SIMT_SYNC__ unsigned __simt_match_any(unsigned mask, __simt_u64 value);
__SIMT_SYNC__ unsigned __simt_match_all(unsigned mask, __simt_u64 value);
__SIMT_SYNC__ unsigned __simt_reduce_add(unsigned mask, unsigned value);
__SIMT_SYNC__ unsigned __simt_reduce_min_s32(unsigned mask, unsigned value);
__SIMT_SYNC__ unsigned __simt_reduce_max_s32(unsigned mask, unsigned value);
__SIMT_SYNC__ unsigned __simt_reduce_min_u32(unsigned mask, unsigned value);
__SIMT_SYNC__ unsigned __simt_reduce_max_u32(unsigned mask, unsigned value);
__SIMT_SYNC__ unsigned __simt_reduce_and(unsigned mask, unsigned value);
__SIMT_SYNC__ unsigned __simt_reduce_or(unsigned mask, unsigned value);
__SIMT_SYNC__ unsigned __simt_reduce_xor(unsigned mask, unsigned value);

// Atomics return the old value. Scope: 0 block, 1 device, 2 system.
#define __SIMT_ATOMIC_OPS(X, bits, type)                                                      \
  X(add, bits, type)                                                                          \
  X(and, bits, type) X(or, bits, type) X(xor, bits, type) X(exch, bits, type) X(min_s, bits, type) \
      X(max_s, bits, type) X(min_u, bits, type) X(max_u, bits, type)
#define __SIMT_DECLARE_ATOMIC(op, bits, type) \
  __SIMT_IMPORT__ type __simt_atomic_##op##_##bits(int scope, void* address, type value);
__SIMT_ATOMIC_OPS(__SIMT_DECLARE_ATOMIC, b32, unsigned)
__SIMT_ATOMIC_OPS(__SIMT_DECLARE_ATOMIC, b64, __simt_u64)
__SIMT_DECLARE_ATOMIC(inc, b32, unsigned)
__SIMT_DECLARE_ATOMIC(dec, b32, unsigned)
__SIMT_DECLARE_ATOMIC(add, f32, float)
__SIMT_DECLARE_ATOMIC(add, f64, double)
__SIMT_DECLARE_ATOMIC(add, f16, unsigned)
__SIMT_DECLARE_ATOMIC(add, f16x2, unsigned)
__SIMT_DECLARE_ATOMIC(add, bf16, unsigned)
__SIMT_DECLARE_ATOMIC(add, bf16x2, unsigned)
#undef __SIMT_DECLARE_ATOMIC
#undef __SIMT_ATOMIC_OPS
__SIMT_IMPORT__ unsigned __simt_atomic_cas_b16(int scope, void* address, unsigned compare,
                                               unsigned value);
__SIMT_IMPORT__ unsigned __simt_atomic_cas_b32(int scope, void* address, unsigned compare,
                                               unsigned value);
__SIMT_IMPORT__ __simt_u64 __simt_atomic_cas_b64(int scope, void* address, __simt_u64 compare,
                                                 __simt_u64 value);
// Order: 0 relaxed, 1 acquire, 2 release, 3 both, 4 sequentially consistent.
__SIMT_IMPORT__ unsigned __simt_atomic_load_b32(int scope, int order, const void* address);
__SIMT_IMPORT__ __simt_u64 __simt_atomic_load_b64(int scope, int order, const void* address);
__SIMT_IMPORT__ void __simt_atomic_store_b32(int scope, int order, void* address, unsigned value);
__SIMT_IMPORT__ void __simt_atomic_store_b64(int scope, int order, void* address, __simt_u64 value);

#define __SIMT_MATH1(name)                       \
  __SIMT_PURE__ float __simt_##name##f(float x); \
  __SIMT_PURE__ double __simt_##name(double x);
#define __SIMT_MATH2(name)                                \
  __SIMT_PURE__ float __simt_##name##f(float x, float y); \
  __SIMT_PURE__ double __simt_##name(double x, double y);
__SIMT_MATH1(sin) __SIMT_MATH1(cos) __SIMT_MATH1(tan) __SIMT_MATH1(asin) __SIMT_MATH1(acos)
__SIMT_MATH1(atan) __SIMT_MATH1(sinh) __SIMT_MATH1(cosh) __SIMT_MATH1(tanh) __SIMT_MATH1(asinh)
__SIMT_MATH1(acosh) __SIMT_MATH1(atanh) __SIMT_MATH1(exp) __SIMT_MATH1(exp2) __SIMT_MATH1(exp10)
__SIMT_MATH1(expm1) __SIMT_MATH1(log) __SIMT_MATH1(log2) __SIMT_MATH1(log10) __SIMT_MATH1(log1p)
__SIMT_MATH1(cbrt) __SIMT_MATH1(rcbrt) __SIMT_MATH1(rsqrt) __SIMT_MATH1(erf) __SIMT_MATH1(erfc)
__SIMT_MATH1(erfinv) __SIMT_MATH1(erfcinv) __SIMT_MATH1(erfcx) __SIMT_MATH1(tgamma)
__SIMT_MATH1(lgamma) __SIMT_MATH1(sinpi) __SIMT_MATH1(cospi) __SIMT_MATH1(normcdf)
__SIMT_MATH1(normcdfinv) __SIMT_MATH1(logb) __SIMT_MATH1(j0) __SIMT_MATH1(j1) __SIMT_MATH1(y0)
__SIMT_MATH1(y1) __SIMT_MATH1(round)
__SIMT_MATH2(pow) __SIMT_MATH2(fmod) __SIMT_MATH2(remainder) __SIMT_MATH2(atan2)
__SIMT_MATH2(hypot) __SIMT_MATH2(nextafter) __SIMT_MATH2(fmin) __SIMT_MATH2(fmax)
#undef __SIMT_MATH1
#undef __SIMT_MATH2
__SIMT_PURE__ float __simt_fmaf(float x, float y, float z);
__SIMT_PURE__ double __simt_fma(double x, double y, double z);
__SIMT_PURE__ float __simt_ldexpf(float x, int exponent);
__SIMT_PURE__ double __simt_ldexp(double x, int exponent);
__SIMT_PURE__ int __simt_ilogbf(float x);
__SIMT_PURE__ int __simt_ilogb(double x);
__SIMT_PURE__ float __simt_jnf(int n, float x);
__SIMT_PURE__ double __simt_jn(int n, double x);
__SIMT_PURE__ float __simt_ynf(int n, float x);
__SIMT_PURE__ double __simt_yn(int n, double x);

// Directed rounding. Mode: 0 nearest even, 1 toward zero, 2 up, 3 down.
#define __SIMT_ROUNDED(type, suffix)                                                    \
  __SIMT_PURE__ type __simt_add_rm_##suffix(int mode, type x, type y);                  \
  __SIMT_PURE__ type __simt_mul_rm_##suffix(int mode, type x, type y);                  \
  __SIMT_PURE__ type __simt_div_rm_##suffix(int mode, type x, type y);                  \
  __SIMT_PURE__ type __simt_sqrt_rm_##suffix(int mode, type x);                         \
  __SIMT_PURE__ type __simt_fma_rm_##suffix(int mode, type x, type y, type z);
__SIMT_ROUNDED(float, f32)
__SIMT_ROUNDED(double, f64)
#undef __SIMT_ROUNDED
__SIMT_PURE__ float __simt_f64_to_f32(int mode, double x);
__SIMT_PURE__ float __simt_s32_to_f32(int mode, int x);
__SIMT_PURE__ float __simt_u32_to_f32(int mode, unsigned x);
__SIMT_PURE__ float __simt_s64_to_f32(int mode, long long x);
__SIMT_PURE__ float __simt_u64_to_f32(int mode, __simt_u64 x);
__SIMT_PURE__ double __simt_s64_to_f64(int mode, long long x);
__SIMT_PURE__ double __simt_u64_to_f64(int mode, __simt_u64 x);
__SIMT_PURE__ unsigned __simt_f32_to_f16(int mode, float x);
__SIMT_PURE__ unsigned __simt_f64_to_f16(double x);
__SIMT_PURE__ float __simt_f16_to_f32(unsigned bits);

__SIMT_IMPORT__ void __simt_cp_async(void* shared, const void* global, int bytes, int source_bytes);
__SIMT_IMPORT__ void __simt_cp_async_commit();
__SIMT_IMPORT__ void __simt_cp_async_wait(int groups_left);

__SIMT_IMPORT__ __simt_u64 __simt_clock64();
__SIMT_IMPORT__ __simt_u64 __simt_globaltimer();
__SIMT_IMPORT__ void __simt_nanosleep(unsigned ns);
__SIMT_IMPORT__ void __simt_trap() __attribute__((noreturn));
__SIMT_IMPORT__ void __simt_assert_fail(const char* text, const char* file, unsigned line,
                                        const char* function) __attribute__((noreturn));
__SIMT_IMPORT__ void* __simt_malloc(__simt_u64 bytes);
__SIMT_IMPORT__ void __simt_free(void* address);
__SIMT_PURE__ unsigned __simt_is_space(int space, const void* address);
__SIMT_PURE__ __simt_u64 __simt_to_shared(const void* address);
__SIMT_PURE__ void* __simt_from_shared(__simt_u64 address);

}  // extern "C"
