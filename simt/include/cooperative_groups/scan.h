// SPDX-License-Identifier: MIT
//
// inclusive_scan() and exclusive_scan() over tiles and coalesced groups, and over groups that go on
// from what a cuda::atomic holds.
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

/// The group's values go into the atomic together, and each thread's scan begins with what was
/// there.
template <class Group, class Atomic, class T, class Operation>
__SIMT_DEVICE__ T inclusive_scan_update(const Group& group, Atomic& total, T value,
                                        Operation operation) {
  const T scan = inclusive_scan(group, value, operation);
  const unsigned last = group.size() - 1;
  T before{};
  if (group.thread_rank() == last) before = __simt::update(total, scan, operation);
  return operation(group.shfl(before, last), scan);
}
template <class Group, class Atomic, class T>
__SIMT_DEVICE__ T inclusive_scan_update(const Group& group, Atomic& total, T value) {
  return inclusive_scan_update(group, total, value, plus<T>());
}
template <class Group, class Atomic, class T, class Operation>
__SIMT_DEVICE__ T exclusive_scan_update(const Group& group, Atomic& total, T value,
                                        Operation operation) {
  const T scan = inclusive_scan(group, value, operation);
  const unsigned last = group.size() - 1;
  T before{};
  if (group.thread_rank() == last) before = __simt::update(total, scan, operation);
  before = group.shfl(before, last);
  const T lower = group.shfl_up(scan, 1);
  return group.thread_rank() == 0 ? before : operation(before, lower);
}
template <class Group, class Atomic, class T>
__SIMT_DEVICE__ T exclusive_scan_update(const Group& group, Atomic& total, T value) {
  return exclusive_scan_update(group, total, value, plus<T>());
}

}  // namespace cooperative_groups
#endif
