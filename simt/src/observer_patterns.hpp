// SPDX-License-Identifier: MIT
//
// The shape of a warp access: its price, and which lanes share an address.
//
// Prices come from common/warp_model.hpp alone. It is asked once for each shape; a kernel repeats
// few shapes very often, so each site remembers the last ones it made. A price depends on the
// distances between lanes, on which lanes are active, and on the first address modulo a sector
// (global) or a bank's word (shared); never on the rest of the address.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "events.hpp"

namespace simt {

/// Price of one request.
struct AccessPrice {
  std::uint32_t sectors = 0;        ///< global: 32-byte sectors moved
  std::uint32_t ideal_sectors = 0;  ///< global: fewest sectors that hold the useful bytes
  std::uint32_t useful_bytes = 0;   ///< global: distinct bytes that lanes asked for
  std::uint32_t wavefronts = 0;     ///< shared
  std::uint32_t ideal_wavefronts = 0;
  std::uint32_t words = 0;  ///< constant: distinct addresses, served one after the other
};

/// One shape and what is known of it.
struct AccessShape {
  std::array<std::uint64_t, kWarpSize> offset{};     ///< from the first active lane's address
  std::array<std::uint64_t, kWarpSize> is_active{};  ///< all ones or zero, for whole-row compares
  LaneMask mask = 0;
  std::uint32_t lanes = 0;  ///< in the mask
  std::uint32_t phase = 0;
  std::uint8_t bytes = 0;  ///< per lane; 0 marks an unused record
  AccessPrice price;
  /// One lane for each distinct address, ascending, and the lanes that share it.
  std::uint8_t groups = 0;
  std::array<std::uint8_t, kWarpSize> group_lane{};
  std::array<LaneMask, kWarpSize> group_lanes{};
};

/// Finds or makes the shape of an access.
class ShapeCache {
 public:
  /// Forgets everything and prepares for `sites` sites.
  void reset(std::uint32_t sites);

  /// Shape of the lanes in `mask`, not empty, at `addresses`. The reference stays valid until the
  /// next call for the same site.
  const AccessShape& find(SiteId site, Space space, const std::uint64_t* addresses, LaneMask mask,
                          std::uint8_t bytes);

  /// Shape of a full warp at `address`, `address + bytes`, …
  const AccessShape& contiguous(Space space, std::uint64_t address, std::uint8_t bytes);

 private:
  static constexpr std::size_t kWays = 8;
  using Ways = std::array<AccessShape, kWays>;

  std::vector<std::uint32_t> way_of_site_;  ///< index into ways_ plus one; 0 = none yet
  std::vector<Ways> ways_;
  /// By space (shared or not), width (log2) and phase.
  std::array<std::array<std::array<AccessShape, 32>, 5>, 2> contiguous_{};
};

}  // namespace simt
