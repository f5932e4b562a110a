// SPDX-License-Identifier: MIT
//
// memcpy_async() of a group. The copy is done at once; wait() synchronises the group. The check
// pass reports who touches it before the wait.
#pragma once

#include "cooperative_groups.h"

#ifdef __CUDA__
namespace cooperative_groups {

namespace __simt {

/// Copies `bytes` bytes in units of T, each thread every `threads`-th one. If `tracked`, each copy
/// is under way until this thread waits.
template <class T>
__SIMT_DEVICE__ void copy_units(void* to, const void* from, size_t bytes, size_t rank,
                                size_t threads, bool tracked) {
  for (size_t i = rank; i < bytes / sizeof(T); i += threads) {
    static_cast<T*>(to)[i] = static_cast<const T*>(from)[i];
    if (tracked) __simt_async(0, static_cast<T*>(to) + i, sizeof(T));
  }
}
/// In the largest units that both addresses and the size allow.
__SIMT_DEVICE__ void copy_bytes(void* to, const void* from, size_t bytes, size_t rank,
                                size_t threads, bool tracked) {
  const size_t all = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
  if (all % 16 == 0) {
    copy_units<uint4>(to, from, bytes, rank, threads, tracked);
  } else if (all % 4 == 0) {
    copy_units<unsigned>(to, from, bytes, rank, threads, tracked);
  } else {
    copy_units<unsigned char>(to, from, bytes, rank, threads, tracked);
  }
}

}  // namespace __simt

template <class Group>
__SIMT_DEVICE__ void memcpy_async(const Group& group, void* to, const void* from, size_t bytes) {
  __simt::copy_bytes(to, from, bytes, group.thread_rank(), group.size(), true);
  __simt_async(1, nullptr, 0);
}
/// Copies as many elements as both layouts hold.
template <class Group, class T>
__SIMT_DEVICE__ void memcpy_async(const Group& group, T* to, size_t to_elements, const T* from,
                                  size_t from_elements) {
  const size_t elements = to_elements < from_elements ? to_elements : from_elements;
  memcpy_async(group, static_cast<void*>(to), static_cast<const void*>(from), elements * sizeof(T));
}
template <class Group>
__SIMT_DEVICE__ void wait(const Group& group) {
  __simt_async(2, nullptr, 0);
  group.sync();
}
template <unsigned kStages, class Group>
__SIMT_DEVICE__ void wait_prior(const Group& group) {
  __simt_async(2, nullptr, kStages);
  group.sync();
}

}  // namespace cooperative_groups
#endif
