// SPDX-License-Identifier: MIT
//
// Loads and stores with cache hints. The virtual GPU has no cache, so they are plain accesses.
#pragma once

#include "simt/qualifiers.h"

template <class T>
__SIMT_DEVICE__ T __ldg(const T* address) {
  return *address;
}
template <class T>
__SIMT_DEVICE__ T __ldca(const T* address) {
  return *address;
}
template <class T>
__SIMT_DEVICE__ T __ldcg(const T* address) {
  return *address;
}
template <class T>
__SIMT_DEVICE__ T __ldcs(const T* address) {
  return *address;
}
template <class T>
__SIMT_DEVICE__ T __ldlu(const T* address) {
  return *address;
}
template <class T>
__SIMT_DEVICE__ T __ldcv(const T* address) {
  if constexpr (__is_class(T)) {
    return *address;  // a vector, which has no copy from volatile memory
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
