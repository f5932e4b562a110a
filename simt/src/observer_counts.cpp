// SPDX-License-Identifier: MIT
#include "observer_counts.hpp"

#include <algorithm>
#include <bit>

namespace simt {

namespace {

std::int64_t first_step(const AccessShape& shape) {
  const LaneMask rest = shape.mask & (shape.mask - 1);
  if (rest == 0) return 0;
  return static_cast<std::int64_t>(shape.offset[static_cast<std::size_t>(std::countr_zero(rest))]);
}

}  // namespace

void AccessCounts::add(const AccessShape& shape, Space space, AccessKind access_kind) {
  const AccessPrice& price = shape.price;
  ++requests;
  lanes += shape.lanes;
  sectors += price.sectors;
  ideal_sectors += price.ideal_sectors;
  useful_bytes += price.useful_bytes;
  wavefronts += price.wavefronts;
  ideal_wavefronts += price.ideal_wavefronts;
  words += price.words;
  kind = access_kind;
  bytes = std::max(bytes, shape.bytes);
  const bool is_shared = space == Space::kShared;
  const std::uint32_t paid = is_shared ? price.wavefronts : price.sectors;
  const std::uint32_t ideal = is_shared ? price.ideal_wavefronts : price.ideal_sectors;
  if (paid > ideal + example.excess) {
    example = {paid - ideal, paid, ideal, shape.mask, first_step(shape)};
  }
}

void AccessCounts::add(const AccessCounts& other) {
  requests += other.requests;
  lanes += other.lanes;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  useful_bytes += other.useful_bytes;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  words += other.words;
  kind = other.kind;
  bytes = std::max(bytes, other.bytes);
  if (other.example.excess > example.excess) example = other.example;
}

void AccessCounter::reset(std::uint32_t sites) {
  index_.assign(sites, 0);
  by_site_.clear();
  branches_.assign(sites, {});
}

void AccessCounter::add(const Branch& branch) {
  BranchCounts& counts = branches_[branch.site];
  const LaneMask taken = branch.active & branch.taken;
  ++counts.executed;
  if (taken != 0 && taken != branch.active) ++counts.diverged;
}

AccessCounter::BySpace& AccessCounter::counts(SiteId site) {
  if (index_[site] == 0) {
    by_site_.emplace_back();
    index_[site] = static_cast<std::uint32_t>(by_site_.size());
  }
  return by_site_[index_[site] - 1];
}

const AccessCounts* AccessCounter::counts(SiteId site, Space space) const {
  if (index_[site] == 0) return nullptr;
  const AccessCounts& found = by_site_[index_[site] - 1][static_cast<std::size_t>(space)];
  return found.requests != 0 ? &found : nullptr;
}

}  // namespace simt
