// SPDX-License-Identifier: MIT
//
// What happens while a kernel runs, as the executor tells it to an observer.
//
// An event carries facts only: who, where in the code, which lanes, which addresses. It does not
// know what an access costs (sectors, banks), which source line it stands on, or whether it is an
// error in a program; those are the observer's and the report's business. With no observer nothing
// is prepared or called: "off" costs one predicted test a row.
//
// Lane arrays have kWarpSize entries; only the lanes of `mask` hold meaningful values. Everything
// an event points to is valid only during the call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

inline constexpr int kWarpSize = 32;
using LaneMask = std::uint32_t;
inline constexpr LaneMask kAllLanes = 0xffffffffu;

struct Allocation;
struct LaunchConfig;
struct LaunchResult;
class Kernel;
class Memory;

/// Row of a kernel's decoded code. `Kernel::site(SiteId)` gives its offset in the code section.
using SiteId = std::uint32_t;
inline constexpr SiteId kNoSite = 0xffffffffu;

enum class Space : std::uint8_t { kGlobal, kShared, kLocal, kConstant, kParameter };
enum class AccessKind : std::uint8_t { kLoad, kStore, kAtomic };
enum class Scope : std::uint8_t { kBlock, kDevice, kSystem };
enum class Order : std::uint8_t { kRelaxed, kAcquire, kRelease, kAcquireRelease, kSequential };

/// Which warp an event belongs to.
struct WarpRef {
  std::uint64_t block = 0;  ///< linear block index: x + grid.x * (y + grid.y * z)
  std::uint32_t slot = 0;   ///< resident slot of the block, 0 .. live blocks - 1, reused later
  std::uint32_t warp = 0;   ///< warp within the block; thread = 32 * warp + lane
};

/// One warp instruction that touches one memory space. An instruction whose lanes lie in several
/// spaces gives one event for each. Faulting lanes are not in `mask`.
/// Sent before memory changes, so that a store's old value can still be read.
struct Access {
  WarpRef where;
  SiteId site = kNoSite;
  AccessKind kind = AccessKind::kLoad;
  Space space = Space::kGlobal;
  std::uint8_t bytes = 4;      ///< per lane: 1, 2, 4, 8 or 16
  std::uint8_t alignment = 4;  ///< what the compiler promises; less than `bytes` for split structs
  bool is_volatile = false;    ///< marked by the check pass, or a relaxed atomic load or store
  bool contiguous = false;     ///< all 32 lanes, lane i at addresses[0] + i * bytes
  Scope scope = Scope::kDevice;   ///< atomics only
  Order order = Order::kRelaxed;  ///< atomics only
  std::uint8_t atomic = 0;        ///< atomics only: an AtomicOp (device_lib.hpp)
  LaneMask mask = 0;
  const std::uint64_t* addresses = nullptr;
  Allocation* allocation = nullptr;  ///< global, constant: the one that holds all lanes, or null
  const std::byte* values =
      nullptr;  ///< stores: lane i stores `bytes` at values + i * value_stride
  std::uint32_t value_stride = 0;
};

/// memcpy, memmove or memset of one lane inside a kernel. Sent before memory changes.
struct BulkAccess {
  WarpRef where;
  SiteId site = kNoSite;
  int lane = 0;
  std::uint64_t destination = 0;
  std::uint64_t source = 0;  ///< 0 for memset
  std::uint64_t bytes = 0;
  bool is_set = false;
};

/// A conditional branch: `taken` and `active & ~taken` both non-empty means divergence.
struct Branch {
  WarpRef where;
  SiteId site = kNoSite;
  LaneMask active = 0;
  LaneMask taken = 0;
};

/// Lanes of one warp arrive at a block barrier (`__syncthreads`, or its reducing forms).
struct BarrierArrival {
  WarpRef where;
  SiteId site = kNoSite;
  LaneMask mask = 0;
};

/// A block barrier, or the barrier of the whole grid, opens: everything before it is ordered
/// before everything after it, for all threads of the block (grid).
struct BarrierRelease {
  std::uint64_t block = 0;
  std::uint32_t slot = 0;
  SiteId site = kNoSite;
  bool whole_grid = false;
  std::uint32_t exited_threads = 0;  ///< threads of the block that returned before it
};

enum class CollectiveKind : std::uint8_t {
  kSyncWarp,
  kShuffle,
  kVote,
  kMatch,
  kReduce,
  kActiveMask
};

/// A warp-level operation completes. `active` lanes execute it together.
struct Collective {
  WarpRef where;
  SiteId site = kNoSite;
  CollectiveKind kind = CollectiveKind::kSyncWarp;
  LaneMask active = 0;
  LaneMask present = 0;  ///< lanes that exist in the warp (partial last warp)
  LaneMask exited = 0;   ///< lanes that have returned, or can only return
  LaneMask missed = 0;   ///< lanes that were alive when the first lane arrived and never did
  const std::uint32_t* named = nullptr;   ///< mask argument of each active lane
  const std::uint8_t* sources = nullptr;  ///< shuffles: lane that each active lane reads; else null
};

/// `__threadfence` and friends.
struct Fence {
  WarpRef where;
  SiteId site = kNoSite;
  LaneMask mask = 0;
  Scope scope = Scope::kDevice;
};

/// The stack pointer of some lanes moved. Bytes from `to` up to `from` are new and uninitialised
/// where to < from.
struct StackMove {
  WarpRef where;
  SiteId site = kNoSite;
  LaneMask mask = 0;
  const std::uint64_t* from = nullptr;
  const std::uint64_t* to = nullptr;
};

/// A call of the compiler's own checks (check pass only): `__ubsan_handle_*`,
/// `__asan_set_shadow_*`.
struct CompilerCheck {
  WarpRef where;
  SiteId site = kNoSite;
  std::string_view handler;  ///< name of the called function
  LaneMask mask = 0;
  int argument_count = 0;
  const std::uint64_t* const* arguments = nullptr;  ///< lane array of each argument, zero-extended
};

enum class AsyncKind : std::uint8_t { kCopy, kCommit, kWait };

/// An asynchronous copy into shared memory, which has just been made; its commit; or a wait for all
/// but the last `amounts` commits.
struct AsyncEvent {
  WarpRef where;
  SiteId site = kNoSite;
  AsyncKind kind = AsyncKind::kCopy;
  LaneMask mask = 0;
  const std::uint64_t* addresses = nullptr;  ///< copies: where to
  const std::uint32_t* amounts = nullptr;    ///< copies: bytes
};

enum class FaultKind : std::uint8_t {
  kOutOfBounds,        ///< no allocation there; `allocation` is the nearest one, if any
  kUseAfterFree,       ///< inside an allocation that was freed
  kNullPointer,        ///< within the first 64 KiB
  kHostPointer,        ///< not device memory at all
  kMisaligned,         ///< address is no multiple of what the access needs
  kReadOnly,           ///< store to constant memory
  kStackOverflow,      ///< local memory or call depth used up
  kInvalidCall,        ///< call through a pointer that is no function of this type
  kTrap,               ///< __trap(), or unreachable code
  kAssert,             ///< assert() failed; `detail` is its text
  kBarrierDivergence,  ///< part of a block waits where the rest cannot arrive; see other_site
  kWarpSyncDeadlock,   ///< lanes wait for lanes named in a mask that do not arrive
  kDeadlock,           ///< no warp of the launch can go on
  kInstructionLimit,   ///< instruction budget used up; `site` is in the loop that spun
  kTimeLimit,          ///< wall-clock budget used up
  kOutputLimit,        ///< printf wrote too much
  kInvalidFree,        ///< device-side free of something malloc did not return
  kInvalidTexture,     ///< no such texture or surface, or a place outside a surface; see `detail`
  kUnsupported         ///< an operation that the virtual GPU does not have; `detail` names it
};

/// True if the launch cannot go on after this fault. Others make the lane read 0 and write nothing.
bool is_fatal(FaultKind kind);

/// One thing that must not happen, with the first thread it happened to.
struct Fault {
  FaultKind kind = FaultKind::kTrap;
  WarpRef where;
  int lane = 0;  ///< thread = 32 * where.warp + lane
  SiteId site = kNoSite;
  SiteId other_site = kNoSite;  ///< kBarrierDivergence: where the other threads are
  WarpRef other;                ///< kBarrierDivergence: one of the other threads' warps
  LaneMask mask = 0;            ///< lanes of the warp with this fault in this instruction
  AccessKind access = AccessKind::kLoad;
  Space space = Space::kGlobal;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  const Allocation* allocation = nullptr;
  std::string detail;  ///< text for assert and unsupported, else empty
};

/// Receives the events of launches. All defaults do nothing, so an observer overrides what it
/// needs.
class Observer {
 public:
  virtual ~Observer() = default;

  virtual void on_launch_begin(const Kernel&, const LaunchConfig&, Memory&) {}
  virtual void on_launch_end(const LaunchResult&) {}
  /// A block becomes resident in `where.slot`; `shared` is its shared memory (static, then
  /// dynamic).
  virtual void on_block_begin(const WarpRef&, const std::byte* /*shared*/, std::size_t /*bytes*/) {}
  virtual void on_block_end(const WarpRef&) {}
  virtual void on_access(const Access&) {}
  virtual void on_bulk_access(const BulkAccess&) {}
  virtual void on_branch(const Branch&) {}
  virtual void on_barrier_arrival(const BarrierArrival&) {}
  virtual void on_barrier_release(const BarrierRelease&) {}
  virtual void on_collective(const Collective&) {}
  virtual void on_fence(const Fence&) {}
  virtual void on_stack_move(const StackMove&) {}
  virtual void on_compiler_check(const CompilerCheck&) {}
  virtual void on_async(const AsyncEvent&) {}
  virtual void on_fault(const Fault&) {}
};

}  // namespace simt
