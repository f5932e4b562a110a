// SPDX-License-Identifier: MIT
#include "observer_patterns.hpp"

#include <bit>

#include "common/warp_model.hpp"

namespace simt {

namespace {

constexpr std::uint32_t kSectorBytes = static_cast<std::uint32_t>(cm::kSectorBytes);
constexpr std::uint32_t kBankBytes = static_cast<std::uint32_t>(cm::kBankBytes);

std::uint32_t phase_of(Space space, std::uint64_t address) {
  return static_cast<std::uint32_t>(address %
                                    (space == Space::kShared ? kBankBytes : kSectorBytes));
}

// Lanes outside the mask hold leftovers, which the masks take out. One pass without branches,
// so that it becomes vector code.
bool same_offsets(const AccessShape& shape, const std::uint64_t* addresses, std::uint64_t base) {
  std::uint64_t difference = 0;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    difference |= (addresses[lane] - base - shape.offset[lane]) & shape.is_active[lane];
  }
  return difference == 0;
}

// Masks of one site are mostly the first 1, 2, 4, … lanes, or every 2nd, 4th, …: this factor keeps
// those apart.
std::uint32_t spread(LaneMask mask) { return (mask * 0xc244c191U) >> 29; }

void find_groups(AccessShape& shape) {
  std::array<std::uint8_t, 64> group_at{};  // by hash of the offset, plus one; half empty
  shape.groups = 0;
  for (LaneMask rest = shape.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint64_t offset = shape.offset[lane];
    std::size_t slot = offset * 0x9e3779b97f4a7c15U >> 58;
    while (group_at[slot] != 0 && shape.offset[shape.group_lane[group_at[slot] - 1U]] != offset) {
      slot = (slot + 1) % group_at.size();
    }
    if (group_at[slot] == 0) {
      shape.group_lane[shape.groups] = static_cast<std::uint8_t>(lane);
      shape.group_lanes[shape.groups] = 0;
      group_at[slot] = ++shape.groups;
    }
    shape.group_lanes[group_at[slot] - 1U] |= LaneMask{1} << lane;
  }
}

void find_price(AccessShape& shape, Space space, std::uint64_t base) {
  cm::WarpAccess access;
  access.active = shape.mask;
  access.bytes = shape.bytes;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    access.address[lane] = base + (shape.offset[lane] & shape.is_active[lane]);
  }
  AccessPrice& price = shape.price;
  price.words = shape.groups;
  if (space == Space::kShared) {
    const cm::SharedCost cost = cm::shared_cost(access);
    price.wavefronts = static_cast<std::uint32_t>(cost.wavefronts);
    price.ideal_wavefronts = static_cast<std::uint32_t>(cost.ideal);
  } else if (space == Space::kGlobal) {
    const cm::GlobalCost cost = cm::global_cost(access);
    price.sectors = static_cast<std::uint32_t>(cost.sectors);
    price.useful_bytes = static_cast<std::uint32_t>(cost.useful_bytes);
    price.ideal_sectors = (price.useful_bytes + kSectorBytes - 1) / kSectorBytes;
  }
}

AccessShape make_shape(Space space, const std::uint64_t* addresses, std::uint64_t base,
                       LaneMask mask, std::uint8_t bytes) {
  AccessShape shape;
  shape.mask = mask;
  shape.lanes = static_cast<std::uint32_t>(std::popcount(mask));
  shape.phase = phase_of(space, base);
  shape.bytes = bytes;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    shape.is_active[lane] = (mask >> lane & 1U) != 0 ? ~std::uint64_t{0} : 0;
    shape.offset[lane] = (addresses[lane] - base) & shape.is_active[lane];
  }
  find_groups(shape);
  find_price(shape, space, base);
  return shape;
}

}  // namespace

void ShapeCache::reset(std::uint32_t sites) {
  way_of_site_.assign(sites, 0);
  ways_.clear();
}

const AccessShape& ShapeCache::find(SiteId site, Space space, const std::uint64_t* addresses,
                                    LaneMask mask, std::uint8_t bytes) {
  if (way_of_site_[site] == 0) {
    ways_.emplace_back();
    way_of_site_[site] = static_cast<std::uint32_t>(ways_.size());
  }
  Ways& ways = ways_[way_of_site_[site] - 1];
  const std::uint64_t base = addresses[std::countr_zero(mask)];
  const std::uint32_t phase = phase_of(space, base);
  // Sites whose phase varies step through it by the access's width.
  AccessShape& shape = ways[(phase / bytes + spread(mask)) % kWays];
  const bool hit = shape.bytes == bytes && shape.mask == mask && shape.phase == phase &&
                   same_offsets(shape, addresses, base);
  if (!hit) shape = make_shape(space, addresses, base, mask, bytes);
  return shape;
}

const AccessShape& ShapeCache::contiguous(Space space, std::uint64_t address, std::uint8_t bytes) {
  const std::size_t width = static_cast<std::size_t>(std::countr_zero(unsigned{bytes}));
  AccessShape& shape = contiguous_[space == Space::kShared][width][phase_of(space, address)];
  if (shape.bytes == 0) {
    std::array<std::uint64_t, kWarpSize> addresses;
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = address + lane * bytes;
    shape = make_shape(space, addresses.data(), address, kAllLanes, bytes);
  }
  return shape;
}

}  // namespace simt
