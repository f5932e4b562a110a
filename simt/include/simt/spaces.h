// SPDX-License-Identifier: MIT
//
// Which memory a pointer leads to, and the addresses within one that inline PTX takes. The windows
// are those of src/memory.hpp; an address within one is the same as the pointer.
#pragma once

#include "simt/qualifiers.h"

__SIMT_DEVICE__ bool __simt_lies_in(const void* pointer, size_t begin, size_t bytes) {
  return reinterpret_cast<size_t>(pointer) - begin < bytes;
}
__SIMT_DEVICE__ unsigned __isShared(const void* p) {
  return __simt_lies_in(p, 0xE1000000u, 0x01000000u);
}
__SIMT_DEVICE__ unsigned __isLocal(const void* p) {
  return __simt_lies_in(p, 0xE2000000u, 0x02000000u);
}
__SIMT_DEVICE__ unsigned __isConstant(const void* p) {
  return __simt_lies_in(p, 0xE4000000u, 0x02000000u);
}
__SIMT_DEVICE__ unsigned __isGlobal(const void* p) {
  return !__simt_lies_in(p, 0xE1000000u, 0x07000000u);
}

#define __SIMT_SPACE(name)                                               \
  __SIMT_DEVICE__ size_t __cvta_generic_to_##name(const void* pointer) { \
    return reinterpret_cast<size_t>(pointer);                            \
  }                                                                      \
  __SIMT_DEVICE__ void* __cvta_##name##_to_generic(size_t address) {     \
    return reinterpret_cast<void*>(address);                             \
  }
__SIMT_SPACE(global)
__SIMT_SPACE(shared)
__SIMT_SPACE(local)
__SIMT_SPACE(constant)
#undef __SIMT_SPACE
