// SPDX-License-Identifier: MIT
//
// What one launch needs while it runs: code, memory windows, counters, faults. The dispatch loop
// (execute.cpp), the imports (device_lib.cpp) and the scheduler share it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "decode.hpp"
#include "events.hpp"
#include "launch.hpp"
#include "memory.hpp"
#include "warp.hpp"

namespace simt {

/// A stretch of valid addresses that a memory row used last; checked first the next time.
/// Shared memory has no `data` here, because each block has its own.
struct Window {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  std::byte* data = nullptr;
  Allocation* allocation = nullptr;
  Space space = Space::kGlobal;
  bool writable = false;
};

/// Why the dispatch loop returned.
enum class Stop : std::uint8_t { kYield, kWaits, kDone, kFatal };

class Executor {
 public:
  Executor(const Kernel& kernel, const LaunchConfig& config, Memory& memory,
           const LaunchOptions& options, Observer* observer, LaunchResult& result);

  const Kernel& kernel;
  const Code& code;
  const LaunchConfig& config;
  Memory& memory;
  const LaunchOptions& options;
  Observer* const observer;
  LaunchResult& result;

  std::vector<Window> windows;           ///< by Row::aux of memory rows
  std::vector<std::byte> parameters;     ///< parameter memory: classes by value
  std::vector<std::uint64_t> arguments;  ///< what the kernel's registers start with
  bool parameters_differ = false;        ///< some warp has stored to its own copy
  std::uint32_t shared_bytes = 0;        ///< static and dynamic
  std::uint64_t executed = 0;            ///< rows
  std::uint64_t yield_at = 0;            ///< value of `executed` at which a strand gives way
  std::uint64_t changes = 0;             ///< stores and atomics that may have changed memory
  std::uint64_t clock = 0;
  bool fatal = false;
  bool reverse_lanes = false;  ///< of colliding stores the lowest lane wins

  /// Copies argument values into `arguments` and `parameters`. False if one does not fit.
  bool bind(std::span<const void* const> values);

  /// The stretch that holds `address`, or an empty one (also for local memory).
  Window resolve(std::uint64_t address);
  /// The writable stretch that holds `bytes` at each of the lanes' addresses, all multiples of
  /// `bytes`; an empty one if there is none.
  Window resolve_all(const std::uint64_t* addresses, std::uint64_t bytes, LaneMask lanes);

  /// Reads or writes one lane's bytes anywhere. False: not a valid place; then call fault_at.
  bool read(Strand& strand, int lane, std::uint64_t address, std::uint64_t bytes, void* out);
  bool write(Strand& strand, int lane, std::uint64_t address, std::uint64_t bytes, const void* in);
  /// The general way of a load or store of `bytes` a lane, packed in `values`: checks each lane,
  /// reports faults, tells the observer. A lane at fault reads 0 and writes nothing.
  void load_lanes(Strand& strand, const Row& row, const std::uint64_t* addresses,
                  std::uint32_t bytes, LaneMask mask, std::byte* values);
  void store_lanes(Strand& strand, const Row& row, const std::uint64_t* addresses,
                   std::uint32_t bytes, LaneMask mask, const std::byte* values);
  /// Lanes of `mask` whose address suits an access; the others are reported.
  LaneMask valid_lanes(Strand& strand, SiteId site, const std::uint64_t* addresses,
                       std::uint32_t bytes, std::uint32_t alignment, LaneMask mask,
                       AccessKind access);
  SiteId site_of(const Row& row) const { return static_cast<SiteId>(&row - code.rows.data()); }

  /// Host bytes of [address, address + bytes), or null; not for local memory, which is interleaved.
  std::byte* locate(const Strand& strand, std::uint64_t address, std::uint64_t bytes,
                    bool for_write);

  /// Reports that an access failed, with the kind the address tells.
  void fault_at(Strand& strand, SiteId site, int lane, std::uint64_t address, std::uint64_t bytes,
                AccessKind access);
  void fault(Strand& strand, SiteId site, FaultKind kind, LaneMask mask, std::string detail = {});
  void report(Fault fault);

  /// Value of a special register (see __simt_sregs) that is the same in all lanes of a warp; thread
  /// indices, lane and lane masks are not.
  std::uint32_t special(const Strand& strand, std::uint32_t index, int lane) const;
  WarpRef where(const Strand& strand) const {
    return {strand.warp->block->index, strand.warp->block->slot, strand.warp->index};
  }
  static Space space_of(std::uint64_t address);

  /// Tells the observer about an access whose lanes may lie in several spaces.
  void observe_mixed(Strand& strand, Access access);

  /// Reserves `bytes` more of printf output; false (and a fault) at the limit.
  void print(Strand& strand, SiteId site, const std::string& text);

  std::uint64_t heap_used = 0;  ///< bytes from device-side malloc

  /// Observed launches: the rows [from, to) were executed once by the lanes of `mask`. Kept as
  /// differences between neighbouring rows until all is over, so that a stretch costs as much as
  /// one row.
  void count_rows(std::uint32_t from, std::uint32_t to, LaneMask mask) {
    if (mask == 0) return;
    const auto lanes = static_cast<std::uint64_t>(std::popcount(mask));
    row_steps_[from].executions += 1;
    row_steps_[from].lanes += lanes;
    row_steps_[to].executions -= 1;
    row_steps_[to].lanes -= lanes;
  }
  /// Writes the counts of all rows into the result.
  void sum_rows();

 private:
  struct RowStep {
    std::uint64_t executions = 0, lanes = 0;
  };
  /// A lane's view of parameter memory, or null if the range is not inside. A store makes it its
  /// own.
  std::byte* parameter_bytes(Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes,
                             bool for_write);
  FaultKind classify(std::uint64_t address, std::uint64_t bytes, AccessKind access,
                     const Allocation** nearest);
  std::set<std::pair<FaultKind, SiteId>> seen_faults_;
  std::vector<RowStep> row_steps_;
};

/// Runs a strand until it stops, and says why. Two builds of one source: the second one uses the
/// vector units of x86-64-v3 processors.
Stop execute_baseline(Executor& executor, Strand& strand);
Stop execute_v3(Executor& executor, Strand& strand);

}  // namespace simt
