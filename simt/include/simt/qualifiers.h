// SPDX-License-Identifier: MIT
//
// CUDA's keywords as clang attributes, for the device pass (__CUDA_ARCH__) and the host pass alike.
// Never define `warpSize` or `__noinline__` here: as macros they break cudaDeviceProp and
// libstdc++.
#pragma once

#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#ifdef __CUDA_ARCH__
// The loader tells constant and managed variables from the others by their section.
#define __constant__ __attribute__((constant, section(".constant")))
#define __managed__ __attribute__((device, section(".managed")))
#else
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#endif
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
// clang makes nothing of launch bounds for wasm; the driver reads them from the annotation.
#define __launch_bounds__(...) \
  __attribute__((launch_bounds(__VA_ARGS__), annotate("simt.launch_bounds", __VA_ARGS__)))
#define __maxnreg__(...)
#define __cluster_dims__(...) \
  __attribute__((unavailable("the virtual GPU has no thread block clusters")))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __nv_pure__

// Helpers of these headers. `nodebug` gives an inlined access the caller's source line.
#define __SIMT_DEVICE__ static __device__ __attribute__((always_inline, nodebug, unused)) inline
#define __SIMT_BOTH__ \
  static __host__ __device__ __attribute__((always_inline, nodebug, unused)) inline
#define __SIMT_MEMBER__ __device__ __attribute__((always_inline, nodebug)) inline
#define __SIMT_BOTH_MEMBER__ __host__ __device__ __attribute__((always_inline, nodebug)) inline

#else  // a C++ file of the program, for any compiler: host API and types only

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __SIMT_BOTH__ static inline
#define __SIMT_BOTH_MEMBER__ inline
#endif
#define CUDARTAPI
#define CUDART_CB
