// SPDX-License-Identifier: MIT
//
// Loads and stores with cache hints. The virtual GPU has no cache, so they are plain accesses.
#pragma once

#include "simt/intrinsics.h"

/// A vector of 16 bytes that was loaded by an intrinsic: no part of it may be dropped, as no part
/// of the GPU's instruction may. An empty piece of assembly that takes the whole sees to that.
template <class T>
__SIMT_DEVICE__ auto __simt_kept(T value, int) -> decltype(value.__whole, T()) {
#if __clang_major__ == 16 || __clang_major__ >= 22  // 19 fails at a vector in assembly
  if constexpr (sizeof(T) == 16) __asm__("" : "+r"(value.__whole));
#endif
  return value;
}
template <class T>
__SIMT_DEVICE__ T __simt_kept(T value, long) {
  return value;
}

template <class T>
__SIMT_DEVICE__ T __ldg(const T* address) {
  return __simt_kept(*address, 0);
}
template <class T>
__SIMT_DEVICE__ T __ldca(const T* address) {
  return __simt_kept(*address, 0);
}
template <class T>
__SIMT_DEVICE__ T __ldcg(const T* address) {
  return __simt_kept(*address, 0);
}
template <class T>
__SIMT_DEVICE__ T __ldcs(const T* address) {
  return __simt_kept(*address, 0);
}
template <class T>
__SIMT_DEVICE__ T __ldlu(const T* address) {
  return __simt_kept(*address, 0);
}
template <class T>
__SIMT_DEVICE__ T __ldcv(const T* address) {
  if constexpr (__is_class(T)) {
    return __simt_kept(*address, 0);  // a vector has no copy from volatile memory
  } else {
    return *const_cast<const volatile T*>(address);
  }
}
template <class T>
__SIMT_DEVICE__ void __stwb(T* address, T value) {
  *address = value;
}
template <class T>
__SIMT_DEVICE__ void __stcg(T* address, T value) {
  *address = value;
}
template <class T>
__SIMT_DEVICE__ void __stcs(T* address, T value) {
  *address = value;
}
template <class T>
__SIMT_DEVICE__ void __stwt(T* address, T value) {
  *address = value;
}

/// Promises to the optimiser; clang has them under other names.
#define __builtin_assume_range(x, low, high) __builtin_assume((x) >= (low) && (x) < (high))
#define __nv_ptx_builtin_ocg_unreachable() __builtin_unreachable()
