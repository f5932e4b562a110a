// SPDX-License-Identifier: MIT
//
// threadIdx, blockIdx, blockDim, gridDim, warpSize. Members are properties that load from one known
// symbol: a call here would be made again for every use (undefined functions count as convergent).
#pragma once

#include "simt/imports.h"
#include "simt/vector_types.h"

#define __SIMT_SREG(N) \
  static __SIMT_MEMBER__ unsigned __get##N() { return __simt_sregs[N]; }
#define __SIMT_BUILTIN_VARIABLE(name, vector, X, Y, Z)                                             \
  struct __simt_##name##_t {                                                                       \
    __declspec(property(get = __get##X)) unsigned x;                                               \
    __declspec(property(get = __get##Y)) unsigned y;                                               \
    __declspec(property(get = __get##Z)) unsigned z;                                               \
    __SIMT_SREG(X)                                                                                 \
    __SIMT_SREG(Y)                                                                                 \
    __SIMT_SREG(Z)                                                                                 \
    __SIMT_MEMBER__ operator vector() const { return vector{__get##X(), __get##Y(), __get##Z()}; } \
    __simt_##name##_t() = default;                                                                 \
    __simt_##name##_t(const __simt_##name##_t&) = delete;                                          \
    void operator=(const __simt_##name##_t&) = delete;                                             \
  };                                                                                               \
  extern const __device__ __simt_##name##_t name;
__SIMT_BUILTIN_VARIABLE(threadIdx, uint3, 0, 1, 2)
__SIMT_BUILTIN_VARIABLE(blockIdx, uint3, 3, 4, 5)
__SIMT_BUILTIN_VARIABLE(blockDim, dim3, 6, 7, 8)
__SIMT_BUILTIN_VARIABLE(gridDim, dim3, 9, 10, 11)
#undef __SIMT_SREG
#undef __SIMT_BUILTIN_VARIABLE

static constexpr int warpSize = 32;

/// Position in the warp and of the warp in its block, for these headers.
__SIMT_DEVICE__ unsigned __simt_lane() { return __simt_sregs[12]; }
__SIMT_DEVICE__ unsigned __simt_warp() { return __simt_sregs[13]; }
__SIMT_DEVICE__ unsigned __simt_smid() { return __simt_sregs[16]; }
__SIMT_DEVICE__ unsigned __simt_lanemask_lt() { return __simt_sregs[17]; }
