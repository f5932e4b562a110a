// SPDX-License-Identifier: MIT
//
// What a program's launches showed, as plain data: counts by source line, and findings. The
// observer fills it, the report words it; neither knows the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings.hpp"
#include "launch.hpp"
#include "observer_counts.hpp"

namespace simt {

/// All requests of one kind from one place.
struct AccessLine {
  Place place;
  Space space = Space::kGlobal;
  AccessCounts counts;
};

struct BranchLine {
  Place place;
  BranchCounts counts;
};

/// All launches of one kernel.
struct KernelObservation {
  std::string name;    ///< as the source spells it; the symbol where that is unknown
  std::string symbol;  ///< mangled
  Place declared;
  std::uint64_t launches = 0;
  Dim3 grid;  ///< of the first launch
  Dim3 block;
  std::uint32_t shared_bytes = 0;  ///< static and dynamic, of the first launch
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;
  std::uint64_t async_copies = 0;  ///< requests to copy into shared memory, also among the accesses
  std::vector<AccessLine> accesses;  ///< by place
  std::vector<BranchLine> branches;  ///< by place
};

/// One launch between cudaProfilerStart and cudaProfilerStop: what a hardware profiler counts.
struct ProfiledLaunch {
  std::string symbol;       ///< mangled
  std::uint32_t range = 0;  ///< how often cudaProfilerStart had been called
  std::uint64_t warps = 0;
  struct Total {
    Space space;
    AccessKind kind;
    AccessCounts counts;
  };
  std::vector<Total> totals;  ///< one for each space and kind that occurred
};

struct Observation {
  std::vector<KernelObservation> kernels;  ///< in order of first launch
  std::vector<ProfiledLaunch> profiled;    ///< in order
  std::vector<Finding> findings;           ///< errors first
  std::uint64_t findings_dropped = 0;
  bool races_incomplete = false;  ///< memory for race tracking ran out
};

}  // namespace simt
