// SPDX-License-Identifier: MIT
//
// Hopper's asynchronous instructions, one function for each, as PTX names them.
//
// Compiled for an older GPU, or for the virtual one, each of them is a trap: a program asks
// hopper::missing() before it launches a kernel that uses them.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>

#include "common/device.cuh"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(__CUDA_ARCH_SIMT__)
#define HOPPER_PTX(...) asm volatile(__VA_ARGS__)
#else
#define HOPPER_PTX(...) __trap()
#endif

namespace hopper {

/// Why this device cannot run the kernels that use what follows; empty if it can.
inline std::string missing() {
  const bool clusters = cm::device_attribute(cudaDevAttrClusterLaunch) != 0;
  return clusters ? "" : "needs the clusters and bulk copies of sm_90 or newer";
}

/// The 32-bit address that the instructions below take for shared memory.
__device__ inline unsigned shared_address(const void* pointer) {
#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_SIMT__)
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
#else
  return 0;
#endif
}

// --- mbarriers: a phase ends when all have arrived and all announced bytes have come ----------

using Barrier = std::uint64_t;

/// Makes a barrier whose phases end after `arrivals` arrivals.
__device__ inline void init(Barrier* barrier, unsigned arrivals) {
  HOPPER_PTX("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)),
             "r"(arrivals) : "memory");
}

/// Lets the copy engine, and the other blocks of a cluster, see the barriers just made.
__device__ inline void fence_init() {
  HOPPER_PTX("fence.mbarrier_init.release.cluster;" :: : "memory");
}

__device__ inline void arrive(Barrier* barrier) {
  HOPPER_PTX("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

/// Arrives, and makes the phase wait for `bytes` that the copy engine will bring.
__device__ inline void arrive_expecting(Barrier* barrier, unsigned bytes) {
  HOPPER_PTX(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
      "r"(bytes) : "memory");
}

/// Waits until the phase of this parity is over: 0 for the first, 1 for the second, 0 again.
__device__ inline void wait(Barrier* barrier, unsigned parity) {
  unsigned over = 0;
  while (over == 0) {
    HOPPER_PTX(
        "{ .reg .pred over; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 over, [%1], "
        "%2; selp.u32 %0, 1, 0, over; }" : "=r"(over) : "r"(shared_address(barrier)),
        "r"(parity) : "memory");
  }
}

// --- bulk copies: one thread asks, the copy engine moves ------------------------------------

/// Copies `bytes` to shared memory; addresses and size are multiples of 16.
__device__ inline void load(void* to, const void* from, unsigned bytes, Barrier* barrier) {
  HOPPER_PTX(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(barrier)) : "memory");
}

/// Copies the same bytes to the same place in each block of the cluster that `blocks` has a bit
/// for, and tells the barrier at the same place there.
__device__ inline void load_multicast(void* to, const void* from, unsigned bytes, Barrier* barrier,
                                      unsigned short blocks) {
  HOPPER_PTX(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1], %2, [%3], %4;" ::"r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(barrier)), "h"(blocks) : "memory");
}

/// Copies `bytes` from shared memory; part of the group that the next commit() closes.
__device__ inline void store(void* to, const void* from, unsigned bytes) {
  HOPPER_PTX("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
             "r"(shared_address(from)), "r"(bytes) : "memory");
}

/// Copies the box at (x, y) of the matrix that `map` describes; what lies outside is zero.
__device__ inline void load_box(void* to, const void* map, int x, int y, Barrier* barrier) {
  HOPPER_PTX(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(to)),
      "l"(map), "r"(x), "r"(y), "r"(shared_address(barrier)) : "memory");
}

/// Copies a box from shared memory to (x, y); what lies outside of the matrix is not written.
__device__ inline void store_box(const void* map, int x, int y, const void* from) {
  HOPPER_PTX(
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),
      "r"(x), "r"(y), "r"(shared_address(from)) : "memory");
}

/// Closes the group of this thread's stores so far.
__device__ inline void commit() { HOPPER_PTX("cp.async.bulk.commit_group;" :: : "memory"); }

/// Waits until all but the newest `kPending` groups have read their shared memory.
template <int kPending>
__device__ void wait_read() {
  HOPPER_PTX("cp.async.bulk.wait_group.read %0;" ::"n"(kPending) : "memory");
}

/// Waits until all groups are written.
__device__ inline void wait_written() { HOPPER_PTX("cp.async.bulk.wait_group 0;" :: : "memory"); }

/// Orders this thread's ordinary accesses to shared memory before later ones of the copy engine.
__device__ inline void fence_async() { HOPPER_PTX("fence.proxy.async.shared::cta;" :: : "memory"); }

// --- clusters -------------------------------------------------------------------------------

/// This block's number in its cluster.
__device__ inline unsigned cluster_rank() {
  unsigned rank = 0;
  HOPPER_PTX("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// Where `pointer`, into this block's shared memory, lies in block `rank` of the cluster.
template <class T>
__device__ T* in_block(T* pointer, unsigned rank) {
  std::uint64_t there = 0;
  HOPPER_PTX("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(pointer), "r"(rank));
  return reinterpret_cast<T*>(there);
}

__device__ inline void cluster_arrive() {
  HOPPER_PTX("barrier.cluster.arrive.release.aligned;" :: : "memory");
}
__device__ inline void cluster_wait() {
  HOPPER_PTX("barrier.cluster.wait.acquire.aligned;" :: : "memory");
}
/// A barrier for all threads of the cluster.
__device__ inline void cluster_sync() {
  cluster_arrive();
  cluster_wait();
}

/// Arrives at the barrier at the same place in block `rank` of the cluster.
__device__ inline void arrive_in_block(Barrier* barrier, unsigned rank) {
  HOPPER_PTX(
      "{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there]; }" ::"r"(
          shared_address(barrier)),
      "r"(rank) : "memory");
}

/// Launches `kernel` in clusters of `cluster` blocks; `blocks` is a multiple of that.
template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), int cluster, int blocks, int threads,
                   std::size_t shared_bytes, Arguments... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = static_cast<unsigned>(cluster);
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.dynamicSmemBytes = shared_bytes;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

}  // namespace hopper
