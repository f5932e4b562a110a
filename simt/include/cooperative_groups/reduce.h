// SPDX-License-Identifier: MIT
//
// reduce() over tiles and coalesced groups, its operators, and what leaves its result in memory.
#pragma once

#include "cooperative_groups.h"

#ifdef __CUDA__
namespace cooperative_groups {

#define __SIMT_GROUP_OPERATOR(name, expression)                                            \
  template <class T = void>                                                                \
  struct name {                                                                            \
    __SIMT_BOTH_MEMBER__ T operator()(const T& a, const T& b) const { return expression; } \
  };                                                                                       \
  template <>                                                                              \
  struct name<void> {                                                                      \
    template <class T>                                                                     \
    __SIMT_BOTH_MEMBER__ T operator()(const T& a, const T& b) const {                      \
      return expression;                                                                   \
    }                                                                                      \
  };
__SIMT_GROUP_OPERATOR(plus, a + b)
__SIMT_GROUP_OPERATOR(less, b < a ? b : a)
__SIMT_GROUP_OPERATOR(greater, a < b ? b : a)
__SIMT_GROUP_OPERATOR(bit_and, a& b)
__SIMT_GROUP_OPERATOR(bit_or, a | b)
__SIMT_GROUP_OPERATOR(bit_xor, a ^ b)
#undef __SIMT_GROUP_OPERATOR

/// `operation` over the values of all threads of the tile; every thread gets the result.
template <unsigned kSize, class Parent, class T, class Operation>
__SIMT_DEVICE__ T reduce(const thread_block_tile<kSize, Parent>& tile, T value,
                         Operation operation) {
#pragma unroll
  for (unsigned lanes = kSize / 2; lanes > 0; lanes /= 2) {
    value = operation(value, tile.shfl_xor(value, lanes));
  }
  return value;
}
template <class T, class Operation>
__SIMT_DEVICE__ T reduce(const coalesced_group& group, T value, Operation operation) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) {
    result = operation(result, group.shfl(value, rank));
  }
  return result;
}

namespace __simt {
/// What was in the atomic before `value` went into it.
template <class Atomic, class T, class Operation>
__SIMT_DEVICE__ T update(Atomic& to, const T& value, Operation operation) {
  T old = to.load();
  while (!to.compare_exchange_weak(old, static_cast<T>(operation(old, value)))) {
  }
  return old;
}
}  // namespace __simt

/// One thread lets the group's result go into a cuda::atomic.
template <class Group, class Atomic, class T, class Operation>
__SIMT_DEVICE__ void reduce_update_async(const Group& group, Atomic& to, T value,
                                         Operation operation) {
  const T result = reduce(group, value, operation);
  if (group.thread_rank() == 0) __simt::update(to, result, operation);
}
template <class Group, class T, class Operation>
__SIMT_DEVICE__ void reduce_store_async(const Group& group, T* to, T value, Operation operation) {
  const T result = reduce(group, value, operation);
  if (group.thread_rank() == 0) *to = result;
}

}  // namespace cooperative_groups
#endif
