// SPDX-License-Identifier: MIT
//
// The device's address space: where each memory space lies, allocations with gaps between them,
// copies, and which bytes have been given a value.
//
// Global allocations lie 64 GiB apart above 2^48, where no host pointer can be, so an index that
// runs wild meets a gap and not a neighbour, and a host pointer is recognised as one. An address
// is never used twice before the address space runs out, so use after free is exact.
// Managed and mapped memory keeps its host address instead.
//
// Shared, local and parameter memory belong to blocks and threads; only their ranges stand here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "events.hpp"
#include "result.hpp"

namespace simt {

// Fixed windows, below 4 GiB so that they also fit 32-bit device pointers.
inline constexpr std::uint64_t kSharedBase = 0xE1000000u;
inline constexpr std::uint64_t kSharedSpan = 0x01000000u;
inline constexpr std::uint64_t kLocalBase = 0xE2000000u;
inline constexpr std::uint64_t kLocalSpan = 0x02000000u;
inline constexpr std::uint64_t kConstantBase = 0xE4000000u;
inline constexpr std::uint64_t kConstantSpan = 0x02000000u;
inline constexpr std::uint64_t kParameterBase = 0xE6000000u;
inline constexpr std::uint64_t kParameterSpan = 0x01000000u;
inline constexpr std::uint64_t kSpecialBase = 0xE7F00000u;  ///< __simt_sregs; loads only
inline constexpr std::uint64_t kHeapBase64 = 1ull << 48;
inline constexpr std::uint64_t kHeapBase32 = 0x80000000u;  ///< above all host memory

enum class AllocationKind : std::uint8_t {
  kDevice,    ///< cudaMalloc
  kManaged,   ///< cudaMallocManaged: host address
  kHost,      ///< pinned or mapped host memory the device may use: host address
  kVariable,  ///< __device__ variable
  kConstant,  ///< __constant__ variable or read-only data
  kHeap       ///< malloc or new in a kernel
};

/// One allocation, live or freed (freed ones are remembered for use-after-free reports).
struct Allocation {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::byte* data = nullptr;  ///< null once freed
  AllocationKind kind = AllocationKind::kDevice;
  bool live = true;
  bool read_only = false;
  std::string name;      ///< what made it, "cudaMalloc", or the symbol of a device variable
  std::string variable;  ///< what the reader calls it, "d_out"; empty if unknown
  std::string file;      ///< where the program asked for it; empty if unknown
  std::uint32_t line = 0;
  std::uint64_t serial = 0;  ///< 1, 2, … in order of allocation
  std::uint64_t user = 0;    ///< free for the observer: index of its own record
  /// One bit a byte, set once the byte has a value. Empty when tracking is off (or it is kHost /
  /// kManaged: the host writes there unseen, so every byte counts as set).
  std::vector<std::uint64_t> initialised;

  const std::string& shown_name() const { return variable.empty() ? name : variable; }
  Space space() const {
    return kind == AllocationKind::kConstant ? Space::kConstant : Space::kGlobal;
  }
  bool contains(std::uint64_t at, std::uint64_t count) const {
    const std::uint64_t offset = at - address;
    return offset <= bytes && count <= bytes - offset;
  }
};

/// What kernels can change: all live allocations but constant ones, with their contents.
struct MemorySnapshot {
  std::vector<Allocation> allocations;  ///< `data` points into `contents`
  std::vector<std::vector<std::byte>> contents;
  std::uint64_t next_heap = 0;
  std::uint64_t used = 0;
};

struct MemoryOptions {
  std::uint64_t capacity = 8ull << 30;  ///< device memory in bytes
  bool track_initialised = false;
  bool narrow = false;  ///< 32-bit device pointers
};

/// Device memory of one virtual GPU. Not copyable; addresses of Allocation objects are stable.
class Memory {
 public:
  explicit Memory(MemoryOptions options = {});
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// New allocation of `bytes` (0 is allowed and has an address of its own), filled with poison
  /// (0xFF for kDevice and kHeap; 0 for kManaged, kVariable and kConstant).
  Result<Allocation*> allocate(std::uint64_t bytes, AllocationKind kind, std::string name);
  /// Lets the device use host memory at its own address. The caller keeps owning it.
  Result<Allocation*> adopt(void* host, std::uint64_t bytes, AllocationKind kind, std::string name);
  /// Frees what starts at `address`. False if nothing live starts there.
  bool release(std::uint64_t address);

  /// Allocation (live or freed) that contains `address`, or null.
  Allocation* find(std::uint64_t address);
  /// The live allocation nearest to `address`, within the gap that guards it, or null.
  const Allocation* nearest(std::uint64_t address) const;
  /// Host bytes behind [address, address + bytes), or null unless one live allocation holds all.
  std::byte* data(std::uint64_t address, std::uint64_t bytes);

  /// Copies and fills; false if the device range is not inside one live allocation.
  bool copy_in(std::uint64_t device, const void* host, std::uint64_t bytes);
  bool copy_out(void* host, std::uint64_t device, std::uint64_t bytes);
  bool copy(std::uint64_t destination, std::uint64_t source, std::uint64_t bytes);
  bool fill(std::uint64_t device, int value, std::uint64_t bytes);

  /// Marks bytes of an allocation as having a value. Does nothing when tracking is off.
  static void mark_initialised(Allocation& allocation, std::uint64_t offset, std::uint64_t bytes);
  /// True if any of the bytes has a value (or tracking is off).
  static bool any_initialised(const Allocation& allocation, std::uint64_t offset,
                              std::uint64_t bytes);

  /// Copies what kernels can change, and puts it back. Allocations made in between are forgotten.
  MemorySnapshot snapshot() const;
  void restore(const MemorySnapshot& snapshot);

  std::uint64_t used() const { return used_; }
  std::uint64_t capacity() const { return options_.capacity; }
  bool tracks_initialised() const { return options_.track_initialised; }
  /// All allocations by address, freed ones included; for leak reports.
  const std::map<std::uint64_t, std::unique_ptr<Allocation>>& allocations() const { return all_; }

 private:
  std::uint64_t next_address(std::uint64_t bytes, AllocationKind kind);
  Allocation* insert(std::unique_ptr<Allocation> allocation);
  void forget_new(const MemorySnapshot& snapshot);

  MemoryOptions options_;
  std::map<std::uint64_t, std::unique_ptr<Allocation>> all_;
  std::uint64_t next_heap_ = 0;
  std::uint64_t next_constant_ = kConstantBase;
  std::uint64_t used_ = 0;
  std::uint64_t serial_ = 0;
};

}  // namespace simt
