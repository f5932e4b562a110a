// SPDX-License-Identifier: MIT
//
// Shuffles, votes, match and reduce within a warp.
#pragma once

#include "simt/intrinsics.h"

template <class T>
__SIMT_DEVICE__ T __simt_shuffle(int mode, unsigned mask, T value, int lane, int width) {
  if constexpr (sizeof(T) == 8) {
    const auto bits = __simt_bits<unsigned long long>(value);
    return __simt_bits<T>(__simt_shuffle64(mode, mask, bits, lane, width));
  } else {
    return __simt_bits<T>(__simt_shuffle32(mode, mask, __simt_bits<unsigned>(value), lane, width));
  }
}

// The types that CUDA overloads; a template would accept what nvcc refuses.
#define __SIMT_SHUFFLES(type)                                                                 \
  __SIMT_DEVICE__ type __shfl_sync(unsigned mask, type v, int lane, int width = 32) {         \
    return __simt_shuffle(0, mask, v, lane, width);                                           \
  }                                                                                           \
  __SIMT_DEVICE__ type __shfl_up_sync(unsigned mask, type v, unsigned by, int width = 32) {   \
    return __simt_shuffle(1, mask, v, int(by), width);                                        \
  }                                                                                           \
  __SIMT_DEVICE__ type __shfl_down_sync(unsigned mask, type v, unsigned by, int width = 32) { \
    return __simt_shuffle(2, mask, v, int(by), width);                                        \
  }                                                                                           \
  __SIMT_DEVICE__ type __shfl_xor_sync(unsigned mask, type v, int lanes, int width = 32) {    \
    return __simt_shuffle(3, mask, v, lanes, width);                                          \
  }
__SIMT_SHUFFLES(int)
__SIMT_SHUFFLES(unsigned)
__SIMT_SHUFFLES(long)
__SIMT_SHUFFLES(unsigned long)
__SIMT_SHUFFLES(long long)
__SIMT_SHUFFLES(unsigned long long)
__SIMT_SHUFFLES(float)
__SIMT_SHUFFLES(double)

__SIMT_DEVICE__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return __simt_vote(0, mask, predicate != 0);
}
__SIMT_DEVICE__ int __any_sync(unsigned mask, int predicate) {
  return int(__simt_vote(1, mask, predicate != 0));
}
__SIMT_DEVICE__ int __all_sync(unsigned mask, int predicate) {
  return int(__simt_vote(2, mask, predicate != 0));
}
__SIMT_DEVICE__ int __uni_sync(unsigned mask, int predicate) {
  return int(__simt_vote(3, mask, predicate != 0));
}
__SIMT_DEVICE__ unsigned __activemask() { return __simt_activemask(); }

#define __SIMT_MATCH(type, bits)                                                   \
  __SIMT_DEVICE__ unsigned __match_any_sync(unsigned mask, type value) {           \
    return __simt_match(0, mask, __simt_bits<bits>(value));                        \
  }                                                                                \
  __SIMT_DEVICE__ unsigned __match_all_sync(unsigned mask, type value, int* all) { \
    const unsigned lanes = __simt_match(1, mask, __simt_bits<bits>(value));        \
    *all = lanes != 0;                                                             \
    return lanes;                                                                  \
  }
__SIMT_MATCH(int, unsigned)
__SIMT_MATCH(unsigned, unsigned)
#if __SIZEOF_LONG__ == 8
__SIMT_MATCH(long, unsigned long long)
__SIMT_MATCH(unsigned long, unsigned long long)
#else
__SIMT_MATCH(long, unsigned)
__SIMT_MATCH(unsigned long, unsigned)
#endif
__SIMT_MATCH(long long, unsigned long long)
__SIMT_MATCH(unsigned long long, unsigned long long)
__SIMT_MATCH(float, unsigned)
__SIMT_MATCH(double, unsigned long long)
#undef __SIMT_MATCH

__SIMT_DEVICE__ unsigned __reduce_add_sync(unsigned mask, unsigned v) {
  return __simt_reduce(0, mask, v);
}
__SIMT_DEVICE__ int __reduce_add_sync(unsigned mask, int v) {
  return int(__simt_reduce(0, mask, unsigned(v)));
}
__SIMT_DEVICE__ unsigned __reduce_min_sync(unsigned mask, unsigned v) {
  return __simt_reduce(1, mask, v);
}
__SIMT_DEVICE__ int __reduce_min_sync(unsigned mask, int v) {
  return int(__simt_reduce(3, mask, unsigned(v)));
}
__SIMT_DEVICE__ unsigned __reduce_max_sync(unsigned mask, unsigned v) {
  return __simt_reduce(2, mask, v);
}
__SIMT_DEVICE__ int __reduce_max_sync(unsigned mask, int v) {
  return int(__simt_reduce(4, mask, unsigned(v)));
}
__SIMT_DEVICE__ unsigned __reduce_and_sync(unsigned mask, unsigned v) {
  return __simt_reduce(5, mask, v);
}
__SIMT_DEVICE__ unsigned __reduce_or_sync(unsigned mask, unsigned v) {
  return __simt_reduce(6, mask, v);
}
__SIMT_DEVICE__ unsigned __reduce_xor_sync(unsigned mask, unsigned v) {
  return __simt_reduce(7, mask, v);
}
