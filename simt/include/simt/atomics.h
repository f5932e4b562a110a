// SPDX-License-Identifier: MIT
//
// Atomic functions on global and shared memory, in CUDA's three scopes.
#pragma once

#include "simt/intrinsics.h"

// What the imports __simt_atomic16, 32 and 64 understand: operation | scope << 8 | order << 12.
enum __simt_atomic_operation {
  __simt_atomic_add = 0,
  __simt_atomic_exch = 2,
  __simt_atomic_min_s = 3,
  __simt_atomic_max_s = 4,
  __simt_atomic_min_u = 5,
  __simt_atomic_max_u = 6,
  __simt_atomic_inc = 7,
  __simt_atomic_dec = 8,
  __simt_atomic_and = 9,
  __simt_atomic_or = 10,
  __simt_atomic_xor = 11,
  __simt_atomic_cas = 12,
  __simt_atomic_add_float = 13,  // 16 bits: half
  __simt_atomic_load = 14,
  __simt_atomic_store = 15,
  __simt_atomic_add_half2 = 16,
  __simt_atomic_add_bfloat = 17  // 32 bits: two of them
};
enum __simt_atomic_scope {
  __simt_scope_device = 0 << 8,
  __simt_scope_block = 1 << 8,
  __simt_scope_system = 2 << 8
};

/// Does `op` on the 2, 4 or 8 bytes at `address`; returns what was there.
template <class T>
__SIMT_DEVICE__ T __simt_atomic(int op, T* address, T value, T compare = T()) {
  if constexpr (sizeof(T) == 8) {
    return __simt_bits<T>(__simt_atomic64(op, address, __simt_bits<unsigned long long>(value),
                                          __simt_bits<unsigned long long>(compare)));
  } else if constexpr (sizeof(T) == 4) {
    return __simt_bits<T>(
        __simt_atomic32(op, address, __simt_bits<unsigned>(value), __simt_bits<unsigned>(compare)));
  } else {
    return __simt_bits<T>(static_cast<unsigned short>(__simt_atomic16(
        op, address, __simt_bits<unsigned short>(value), __simt_bits<unsigned short>(compare))));
  }
}

// One function for one type in the scopes `_block`, device (no suffix) and `_system`.
#define __SIMT_ATOMIC(name, type, op)                \
  __SIMT_ATOMIC_SCOPE(name##_block, type, op, block) \
  __SIMT_ATOMIC_SCOPE(name, type, op, device)        \
  __SIMT_ATOMIC_SCOPE(name##_system, type, op, system)
#define __SIMT_ATOMIC_SCOPE(name, type, op, scope)                                         \
  __SIMT_DEVICE__ type name(type* address, type value) {                                   \
    return __simt_atomic<type>(__simt_atomic_##op | __simt_scope_##scope, address, value); \
  }
#define __SIMT_ATOMIC_INTEGERS(name, op) \
  __SIMT_ATOMIC(name, int, op)           \
  __SIMT_ATOMIC(name, unsigned, op)      \
  __SIMT_ATOMIC(name, unsigned long long, op)
__SIMT_ATOMIC_INTEGERS(atomicAdd, add)
__SIMT_ATOMIC_INTEGERS(atomicAnd, and)
__SIMT_ATOMIC_INTEGERS(atomicOr, or)
__SIMT_ATOMIC_INTEGERS(atomicXor, xor)
__SIMT_ATOMIC_INTEGERS(atomicExch, exch)
__SIMT_ATOMIC(atomicExch, float, exch)
__SIMT_ATOMIC(atomicAdd, float, add_float)
__SIMT_ATOMIC(atomicAdd, double, add_float)
__SIMT_ATOMIC(atomicMin, int, min_s)
__SIMT_ATOMIC(atomicMin, unsigned, min_u)
__SIMT_ATOMIC(atomicMin, long long, min_s)
__SIMT_ATOMIC(atomicMin, unsigned long long, min_u)
__SIMT_ATOMIC(atomicMax, int, max_s)
__SIMT_ATOMIC(atomicMax, unsigned, max_u)
__SIMT_ATOMIC(atomicMax, long long, max_s)
__SIMT_ATOMIC(atomicMax, unsigned long long, max_u)
__SIMT_ATOMIC(atomicInc, unsigned, inc)
__SIMT_ATOMIC(atomicDec, unsigned, dec)
#undef __SIMT_ATOMIC_INTEGERS
#undef __SIMT_ATOMIC_SCOPE

// Subtraction is the addition of the negated value.
#define __SIMT_ATOMIC_SCOPE(name, type, op, scope)                                \
  __SIMT_DEVICE__ type name(type* address, type value) {                          \
    return __simt_atomic<type>(__simt_atomic_add | __simt_scope_##scope, address, \
                               type(0u - unsigned(value)));                       \
  }
__SIMT_ATOMIC(atomicSub, int, add)
__SIMT_ATOMIC(atomicSub, unsigned, add)
#undef __SIMT_ATOMIC_SCOPE

#define __SIMT_ATOMIC_SCOPE(name, type, op, scope)                                                 \
  __SIMT_DEVICE__ type name(type* address, type compare, type value) {                             \
    return __simt_atomic<type>(__simt_atomic_cas | __simt_scope_##scope, address, value, compare); \
  }
__SIMT_ATOMIC_SCOPE(atomicCAS, unsigned short, cas, device)
__SIMT_ATOMIC(atomicCAS, int, cas)
__SIMT_ATOMIC(atomicCAS, unsigned, cas)
__SIMT_ATOMIC(atomicCAS, unsigned long long, cas)
#undef __SIMT_ATOMIC_SCOPE
#undef __SIMT_ATOMIC

// Vector addition (compute capability 9.0) is atomic for each element.
__SIMT_DEVICE__ float2 atomicAdd(float2* address, float2 value) {
  return make_float2(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y));
}
__SIMT_DEVICE__ float4 atomicAdd(float4* address, float4 value) {
  return make_float4(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
                     atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w));
}
