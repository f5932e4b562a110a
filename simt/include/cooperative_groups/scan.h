// SPDX-License-Identifier: MIT
//
// inclusive_scan() and exclusive_scan() over tiles and coalesced groups.
#pragma once

#include "cooperative_groups/reduce.h"

#ifdef __CUDA__
namespace cooperative_groups {

/// `operation` over the values of this thread and those of lower rank.
template <class Group, class T, class Operation>
__SIMT_DEVICE__ T inclusive_scan(const Group& group, T value, Operation operation) {
  for (unsigned by = 1; by < group.size(); by *= 2) {
    const T lower = group.shfl_up(value, by);
    if (group.thread_rank() >= by) value = operation(lower, value);
  }
  return value;
}
template <class Group, class T>
__SIMT_DEVICE__ T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
/// Likewise over the threads of lower rank alone; the lowest gets T().
template <class Group, class T, class Operation>
__SIMT_DEVICE__ T exclusive_scan(const Group& group, T value, Operation operation) {
  const T lower = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : lower;
}
template <class Group, class T>
__SIMT_DEVICE__ T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
#endif
