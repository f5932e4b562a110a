// SPDX-License-Identifier: MIT
//
// Cooperative groups: block, tiles of up to 32 threads, coalesced threads, grid.
#pragma once

#include "cuda_runtime.h"

#ifdef __CUDA__
namespace cooperative_groups {

namespace __simt {

/// Lanes of `mask` below this one.
__SIMT_DEVICE__ unsigned rank_in(unsigned mask) {
  return static_cast<unsigned>(__popc(mask & __simt_lanemask_lt()));
}
/// Lane that holds position `rank` of `mask`.
__SIMT_DEVICE__ int lane_of(unsigned mask, unsigned rank) {
  return static_cast<int>(__fns(mask, 0, static_cast<int>(rank) + 1));
}
/// The bits of `lanes` moved together, those of lanes outside `mask` dropped.
__SIMT_DEVICE__ unsigned pack(unsigned lanes, unsigned mask) {
  unsigned packed = 0;
  for (unsigned at = 0; mask != 0; mask &= mask - 1, ++at) {
    packed |= (lanes & mask & (0u - mask)) != 0 ? 1u << at : 0u;
  }
  return packed;
}
__SIMT_DEVICE__ unsigned block_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__SIMT_DEVICE__ unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }

/// Moves a trivially copyable value of any size in words of four bytes.
template <class T, class Shuffle>
__SIMT_DEVICE__ T shuffle_words(const T& value, Shuffle shuffle) {
  constexpr int kWords = (sizeof(T) + 3) / 4;
  unsigned words[kWords] = {};
  __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
  for (int i = 0; i < kWords; ++i) words[i] = shuffle(words[i]);
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

}  // namespace __simt

/// All threads of the block.
class thread_block {
 public:
  static __SIMT_MEMBER__ void sync() { __syncthreads(); }
  static __SIMT_MEMBER__ unsigned thread_rank() { return __simt::block_rank(); }
  static __SIMT_MEMBER__ unsigned num_threads() { return __simt::block_size(); }
  static __SIMT_MEMBER__ unsigned size() { return __simt::block_size(); }
  static __SIMT_MEMBER__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __SIMT_MEMBER__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __SIMT_MEMBER__ dim3 group_dim() { return blockDim; }
  static __SIMT_MEMBER__ dim3 dim_threads() { return blockDim; }
};
__SIMT_DEVICE__ thread_block this_thread_block() { return thread_block(); }

/// All threads of the grid; `sync` needs cudaLaunchCooperativeKernel.
class grid_group {
 public:
  static __SIMT_MEMBER__ bool is_valid() { return true; }
  static __SIMT_MEMBER__ void sync() { __simt_grid_barrier(); }
  static __SIMT_MEMBER__ unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
           blockIdx.x;
  }
  static __SIMT_MEMBER__ unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static __SIMT_MEMBER__ unsigned long long thread_rank() {
    return block_rank() * __simt::block_size() + __simt::block_rank();
  }
  static __SIMT_MEMBER__ unsigned long long num_threads() {
    return num_blocks() * __simt::block_size();
  }
  static __SIMT_MEMBER__ unsigned long long size() { return num_threads(); }
  static __SIMT_MEMBER__ dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __SIMT_MEMBER__ dim3 dim_blocks() { return gridDim; }
  static __SIMT_MEMBER__ dim3 group_dim() { return gridDim; }
};
__SIMT_DEVICE__ grid_group this_grid() { return grid_group(); }

/// Only declared: a kernel that uses a cluster is refused by the name of this function.
struct cluster_group {
  static __device__ void sync();
  static __device__ void barrier_arrive();
  static __device__ void barrier_wait();
  static __device__ unsigned thread_rank();
  static __device__ unsigned num_threads();
  static __device__ unsigned size();
  static __device__ unsigned block_rank();
  static __device__ unsigned num_blocks();
  static __device__ dim3 block_index();
  static __device__ dim3 dim_blocks();
  static __device__ unsigned query_shared_rank(const void* address);
  template <class T>
  static __device__ T* map_shared_rank(T* address, int rank);
};
__device__ cluster_group this_cluster();

/// Threads of one warp, named by a mask; ranks count the mask's bits from below.
class coalesced_group {
 public:
  explicit __SIMT_MEMBER__ coalesced_group(unsigned mask, unsigned meta_rank = 0,
                                           unsigned meta_size = 1)
      : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  __SIMT_MEMBER__ void sync() const { __syncwarp(mask_); }
  __SIMT_MEMBER__ unsigned thread_rank() const { return __simt::rank_in(mask_); }
  __SIMT_MEMBER__ unsigned num_threads() const { return static_cast<unsigned>(__popc(mask_)); }
  __SIMT_MEMBER__ unsigned size() const { return num_threads(); }
  __SIMT_MEMBER__ unsigned meta_group_rank() const { return meta_rank_; }
  __SIMT_MEMBER__ unsigned meta_group_size() const { return meta_size_; }
  __SIMT_MEMBER__ unsigned __mask() const { return mask_; }

  template <class T>
  __SIMT_MEMBER__ T shfl(T value, unsigned rank) const {
    return from_lane(value, __simt::lane_of(mask_, rank % size()));
  }
  template <class T>
  __SIMT_MEMBER__ T shfl_up(T value, unsigned by) const {
    const unsigned rank = thread_rank();
    return from_lane(value, __simt::lane_of(mask_, rank >= by ? rank - by : rank));
  }
  template <class T>
  __SIMT_MEMBER__ T shfl_down(T value, unsigned by) const {
    const unsigned rank = thread_rank();
    return from_lane(value, __simt::lane_of(mask_, rank + by < size() ? rank + by : rank));
  }
  __SIMT_MEMBER__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __SIMT_MEMBER__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __SIMT_MEMBER__ unsigned ballot(int predicate) const {
    return __simt::pack(__ballot_sync(mask_, predicate), mask_);
  }
  template <class T>
  __SIMT_MEMBER__ unsigned match_any(T value) const {
    return __simt::pack(__match_any_sync(mask_, value), mask_);
  }
  template <class T>
  __SIMT_MEMBER__ unsigned match_all(T value, int& all) const {
    return __simt::pack(__match_all_sync(mask_, value, &all), mask_);
  }

 private:
  template <class T>
  __SIMT_MEMBER__ T from_lane(const T& value, int lane) const {
    const unsigned mask = mask_;
    return __simt::shuffle_words(value,
                                 [=](unsigned word) { return __shfl_sync(mask, word, lane); });
  }
  unsigned mask_, meta_rank_, meta_size_;
};
/// The threads of the warp that run this call together.
__SIMT_DEVICE__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/// A tile of kSize threads, a power of two up to 32, that are neighbours in the block.
template <unsigned kSize, class Parent = void>
class thread_block_tile {
  static_assert(kSize >= 1 && kSize <= 32 && (kSize & (kSize - 1)) == 0,
                "the virtual GPU has tiles of 1, 2, 4, 8, 16 and 32 threads");

 public:
  __SIMT_MEMBER__ thread_block_tile() {}
  /// A tile that no longer says what it is a part of.
  template <class Other>
  __SIMT_MEMBER__ thread_block_tile(const thread_block_tile<kSize, Other>&) {}
  static __SIMT_MEMBER__ void sync() { __syncwarp(__mask()); }
  static __SIMT_MEMBER__ unsigned thread_rank() { return __simt_lane() & (kSize - 1); }
  static constexpr __SIMT_MEMBER__ unsigned num_threads() { return kSize; }
  static constexpr __SIMT_MEMBER__ unsigned size() { return kSize; }
  static __SIMT_MEMBER__ unsigned meta_group_rank() { return __simt::block_rank() / kSize; }
  static __SIMT_MEMBER__ unsigned meta_group_size() {
    return (__simt::block_size() + kSize - 1) / kSize;
  }
  static __SIMT_MEMBER__ unsigned __mask() {
    return kSize == 32 ? 0xffffffffu : ((1u << (kSize & 31)) - 1) << first_lane();
  }

  template <class T>
  __SIMT_MEMBER__ T shfl(T value, int rank) const {
    const unsigned mask = __mask();
    return __simt::shuffle_words(
        value, [=](unsigned word) { return __shfl_sync(mask, word, rank, kSize); });
  }
  template <class T>
  __SIMT_MEMBER__ T shfl_up(T value, unsigned by) const {
    const unsigned mask = __mask();
    return __simt::shuffle_words(
        value, [=](unsigned word) { return __shfl_up_sync(mask, word, by, kSize); });
  }
  template <class T>
  __SIMT_MEMBER__ T shfl_down(T value, unsigned by) const {
    const unsigned mask = __mask();
    return __simt::shuffle_words(
        value, [=](unsigned word) { return __shfl_down_sync(mask, word, by, kSize); });
  }
  template <class T>
  __SIMT_MEMBER__ T shfl_xor(T value, unsigned lanes) const {
    const unsigned mask = __mask();
    return __simt::shuffle_words(value, [=](unsigned word) {
      return __shfl_xor_sync(mask, word, static_cast<int>(lanes), kSize);
    });
  }
  __SIMT_MEMBER__ int any(int predicate) const { return __any_sync(__mask(), predicate); }
  __SIMT_MEMBER__ int all(int predicate) const { return __all_sync(__mask(), predicate); }
  __SIMT_MEMBER__ unsigned ballot(int predicate) const {
    return __ballot_sync(__mask(), predicate) >> first_lane();
  }
  template <class T>
  __SIMT_MEMBER__ unsigned match_any(T value) const {
    return __match_any_sync(__mask(), value) >> first_lane();
  }
  template <class T>
  __SIMT_MEMBER__ unsigned match_all(T value, int& all) const {
    return __match_all_sync(__mask(), value, &all) >> first_lane();
  }

 private:
  static __SIMT_MEMBER__ unsigned first_lane() { return __simt_lane() & ~(kSize - 1); }
};

/// A group whose kind is known only when the program runs.
class thread_group {
 public:
  __SIMT_MEMBER__ thread_group(const thread_block&) : mask_(0), kind_(kBlock) {}
  __SIMT_MEMBER__ thread_group(const grid_group&) : mask_(0), kind_(kGrid) {}
  __SIMT_MEMBER__ thread_group(const coalesced_group& group)
      : mask_(group.__mask()), kind_(kWarp) {}
  template <unsigned kSize, class Parent>
  __SIMT_MEMBER__ thread_group(const thread_block_tile<kSize, Parent>& tile)
      : mask_(tile.__mask()), kind_(kWarp) {}
  explicit __SIMT_MEMBER__ thread_group(unsigned mask) : mask_(mask), kind_(kWarp) {}

  __SIMT_MEMBER__ void sync() const {
    if (kind_ == kWarp) {
      __syncwarp(mask_);
    } else if (kind_ == kBlock) {
      __syncthreads();
    } else {
      __simt_grid_barrier();
    }
  }
  __SIMT_MEMBER__ unsigned long long thread_rank() const {
    if (kind_ == kWarp) return __simt::rank_in(mask_);
    return kind_ == kBlock ? __simt::block_rank() : grid_group::thread_rank();
  }
  __SIMT_MEMBER__ unsigned long long num_threads() const {
    if (kind_ == kWarp) return static_cast<unsigned>(__popc(mask_));
    return kind_ == kBlock ? __simt::block_size() : grid_group::num_threads();
  }
  __SIMT_MEMBER__ unsigned long long size() const { return num_threads(); }

 private:
  enum kind { kBlock, kGrid, kWarp };
  unsigned mask_;
  kind kind_;
};

template <unsigned kSize, class Parent>
__SIMT_DEVICE__ thread_block_tile<kSize, Parent> tiled_partition(const Parent&) {
  return {};
}
__SIMT_DEVICE__ thread_group tiled_partition(const thread_block&, unsigned size) {
  const unsigned lanes = size >= 32 ? 0xffffffffu : (1u << size) - 1;
  return thread_group(lanes << (__simt_lane() & ~(size - 1) & 31));
}
/// Splits a group by label; each part holds the threads with one label.
template <class Group, class Label>
__SIMT_DEVICE__ coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned mine = __match_any_sync(group.__mask(), label);
  // A part's first lane stands for it; the parts are ranked by their first lanes.
  const unsigned leaders =
      __ballot_sync(group.__mask(), __ffs(static_cast<int>(mine)) - 1 == int(__simt_lane()));
  const unsigned below = leaders & ((mine & (0u - mine)) - 1);
  return coalesced_group(mine, static_cast<unsigned>(__popc(below)),
                         static_cast<unsigned>(__popc(leaders)));
}
template <class Group>
__SIMT_DEVICE__ coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned yes = __ballot_sync(group.__mask(), predicate);
  const unsigned mine = predicate ? yes : group.__mask() & ~yes;
  return coalesced_group(mine, predicate ? 1 : 0, 2);
}

template <class Group>
__SIMT_DEVICE__ void sync(const Group& group) {
  group.sync();
}
template <class Group>
__SIMT_DEVICE__ auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
__SIMT_DEVICE__ auto group_size(const Group& group) {
  return group.size();
}
/// Calls `function` in one thread of the group.
template <class Group, class Function>
__SIMT_DEVICE__ void invoke_one(const Group& group, Function function) {
  if (group.thread_rank() == 0) function();
}

}  // namespace cooperative_groups
#endif
