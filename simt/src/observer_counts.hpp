// SPDX-License-Identifier: MIT
//
// Sums of prices, per site and space, and divergence of branches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "events.hpp"
#include "observer_patterns.hpp"

namespace simt {

/// Sums over the requests of one site in one space; units as in AccessPrice.
struct AccessCounts {
  std::uint64_t requests = 0;
  std::uint64_t lanes = 0;  ///< active lanes
  std::uint64_t sectors = 0;
  std::uint64_t ideal_sectors = 0;
  std::uint64_t useful_bytes = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;
  std::uint64_t words = 0;
  AccessKind kind = AccessKind::kLoad;
  std::uint8_t bytes = 0;  ///< per lane, of the widest request
  /// The request that cost most above its ideal, for the report to show.
  struct Example {
    std::uint32_t excess = 0;  ///< sectors or wavefronts above the ideal
    std::uint32_t price = 0;   ///< its sectors or wavefronts
    std::uint32_t ideal = 0;
    LaneMask mask = 0;
    std::int64_t step = 0;  ///< bytes from the first active lane's address to the second's
  } example;

  void add(const AccessShape& shape, Space space, AccessKind access_kind);
  void add(const AccessCounts& other);
};

struct BranchCounts {
  std::uint64_t executed = 0;  ///< warps that came here
  std::uint64_t diverged = 0;  ///< warps whose lanes went both ways
};

/// Sums of one launch.
class AccessCounter {
 public:
  void reset(std::uint32_t sites);

  void add(SiteId site, Space space, AccessKind kind, const AccessShape& shape) {
    counts(site)[static_cast<std::size_t>(space)].add(shape, space, kind);
  }
  void add(const Branch& branch);

  std::uint32_t sites() const { return static_cast<std::uint32_t>(index_.size()); }
  /// Null if the site made no access in this space.
  const AccessCounts* counts(SiteId site, Space space) const;
  const BranchCounts& branch(SiteId site) const { return branches_[site]; }

 private:
  static constexpr std::size_t kSpaces = 5;
  using BySpace = std::array<AccessCounts, kSpaces>;

  BySpace& counts(SiteId site);

  std::vector<std::uint32_t> index_;  ///< into by_site_ plus one; 0 = none yet
  std::vector<BySpace> by_site_;
  std::vector<BranchCounts> branches_;
};

}  // namespace simt
