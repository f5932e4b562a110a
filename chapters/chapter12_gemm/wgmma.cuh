// SPDX-License-Identifier: MIT
//
// The instructions that hopper_gemm uses, one function for each, as PTX names them.  They exist on
// sm_90a alone.
#pragma once

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <type_traits>

namespace ptx {

/// The 32-bit address that the instructions below take for shared memory.
__device__ inline uint32_t shared_address(const void* pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

// --- mbarriers: a phase ends when all have arrived and all announced bytes have come ----------

__device__ inline void init(uint32_t barrier, uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}
/// Lets the copy engine and the other blocks of the cluster see the barriers just made.
__device__ inline void fence_init() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
/// Arrives, and makes the phase wait for `bytes` that the copy engine will bring.
__device__ inline void arrive_expecting(uint32_t barrier, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}
// [snippet:arrive]
/// Arrives at the barrier that lies at the same place in block `rank` of the cluster.  kFenced: all
/// that this thread wrote is seen by the other blocks before.
template <bool kFenced>
__device__ inline void arrive_at(uint32_t barrier, uint32_t rank) {
  uint32_t there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(barrier), "r"(rank));
  if constexpr (kFenced) {
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there)
                 : "memory");
  } else {
    asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
  }
}
// [/snippet:arrive]
/// Waits until the phase of this parity has ended.
__device__ inline void wait(uint32_t barrier, uint32_t parity) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n"
      "}" ::"r"(barrier),
      "r"(parity)
      : "memory");
}

// --- clusters -----------------------------------------------------------------

__device__ inline uint32_t cluster_rank() {
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ inline void cluster_sync() {
  asm volatile(
      "barrier.cluster.arrive.release.aligned;\n"
      "barrier.cluster.wait.acquire.aligned;" ::
          : "memory");
}

// --- the copy engine ------------------------------------------------------------

/// Brings the box at column x, row y of `map` to shared memory; its bytes count at `barrier`.
__device__ inline void load_box(uint32_t to, const CUtensorMap* map, uint32_t barrier, int x,
                                int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%3, %4}], [%2];" ::"r"(to),
      "l"(map), "r"(barrier), "r"(x), "r"(y)
      : "memory");
}
/// The same, to the same place in each block of the cluster whose bit is set in `blocks`.
__device__ inline void load_box_to(uint32_t to, const CUtensorMap* map, uint32_t barrier, int x,
                                   int y, uint16_t blocks) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(to),
      "l"(map), "r"(barrier), "r"(x), "r"(y), "h"(blocks)
      : "memory");
}
/// Takes a box from shared memory to column x, row y of `map`; what lies outside is left out.
__device__ inline void store_box(const CUtensorMap* map, uint32_t from, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(map),
      "r"(from), "r"(x), "r"(y)
      : "memory");
}
__device__ inline void commit_stores() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
/// Waits until the engine has read what it stores: the shared memory may be written again.
__device__ inline void wait_until_read() {
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
__device__ inline void wait_until_stored() {
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
/// Shows this thread's ordinary stores to the copy engine.
__device__ inline void show_to_engine() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// --- warpgroups: 128 threads that multiply together ------------------------------

/// Takes registers from, or gives them to, the warpgroup that runs this.
template <int kRegisters>
__device__ inline void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
template <int kRegisters>
__device__ inline void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
/// A barrier of the 128 threads that name the same `id`.
__device__ inline void sync_warpgroup(int id) {
  asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory");
}

/// Before the first product that uses registers which were touched otherwise.
__device__ inline void fence_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commit_products() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits until at most kPending groups of products are still going on.
template <int kPending>
__device__ inline void wait_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kPending) : "memory");
}

// [snippet:descriptor]
/// Tells wgmma where an operand lies: its first byte, and two distances in bytes.  The rows of 128
/// bytes are swizzled as the copy engine does it.
__device__ inline uint64_t operand(uint32_t address, uint32_t leading, uint32_t stride) {
  constexpr uint64_t kSwizzle128 = uint64_t{1} << 62;
  return kSwizzle128 | uint64_t{stride >> 4} << 32 | uint64_t{leading >> 4} << 16 |
         (address & 0x3ffff) >> 4;
}
// [/snippet:descriptor]

#define PTX_4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define PTX_16(i) PTX_4(i), PTX_4(i + 4), PTX_4(i + 8), PTX_4(i + 12)
#define PTX_64(i) PTX_16(i), PTX_16(i + 16), PTX_16(i + 32), PTX_16(i + 48)
// The two ones scale A and B, the zero and one say that A lies by rows of k, B by rows of n.
#define PTX_WGMMA(types)                                                                \
  asm volatile(                                                                         \
      "{\n"                                                                             \
      ".reg .pred adds;\n"                                                              \
      "setp.ne.b32 adds, %130, 0;\n"                                                    \
      "wgmma.mma_async.sync.aligned.m64n256k16.f32." types                              \
      " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "        \
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, "     \
      "%31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, "     \
      "%46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, "     \
      "%61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, "     \
      "%76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, "     \
      "%91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, "     \
      "%105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, "  \
      "%118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, adds, " \
      "1, 1, 0, 1;\n"                                                                   \
      "}"                                                                               \
      : PTX_64(0), PTX_64(64)                                                           \
      : "l"(a), "l"(b), "r"(static_cast<int>(adds)))

/// Asks for d = A B, or d += A B: A is 64 x 16, B is 16 x 256, both in shared memory; the sums lie
/// in the registers of the warpgroup.
template <class T>
__device__ inline void multiply(float (&d)[128], uint64_t a, uint64_t b, bool adds) {
  if constexpr (std::is_same_v<T, __half>) {
    PTX_WGMMA("f16.f16");
  } else {
    PTX_WGMMA("bf16.bf16");
  }
}

#undef PTX_WGMMA
#undef PTX_64
#undef PTX_16
#undef PTX_4

/// Two sums, rounded, in the 32 bits that a thread hands to store_matrices().
template <class T>
__device__ inline uint32_t pack(float low, float high) {
  if constexpr (std::is_same_v<T, __half>) {
    const __half2 both = __floats2half2_rn(low, high);
    return reinterpret_cast<const uint32_t&>(both);
  } else {
    const __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
    return reinterpret_cast<const uint32_t&>(both);
  }
}
/// Four 8 x 8 matrices of 16-bit numbers to shared memory; lane i names the place of row i % 8 of
/// matrix i / 8.
__device__ inline void store_matrices(uint32_t to, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(a),
               "r"(b), "r"(c), "r"(d)
               : "memory");
}

}  // namespace ptx
