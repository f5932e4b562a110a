// SPDX-License-Identifier: MIT
#include "races_clock.hpp"

#include <algorithm>
#include <bit>

namespace simt {

bool Knowledge::covers(ThreadNumber thread, Tick tick) const {
  const std::uint64_t block_key = std::uint64_t{block_of(thread)} << 6;
  return tick < known(block_key) || tick < known(block_key + warp_of(thread) + 1);
}

Tick Knowledge::known(std::uint64_t key) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), key,
                       [](const Entry& entry, std::uint64_t k) { return entry.key < k; });
  return found != entries_.end() && found->key == key ? found->tick : 0;
}

void Knowledge::learn(std::uint64_t key, Tick tick) {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), key,
                       [](const Entry& entry, std::uint64_t k) { return entry.key < k; });
  if (found != entries_.end() && found->key == key) {
    found->tick = std::max(found->tick, tick);
  } else {
    entries_.insert(found, {key, tick});
  }
}

void Knowledge::join(const Knowledge& other) {
  std::vector<Entry> merged;
  merged.reserve(entries_.size() + other.entries_.size());
  auto a = entries_.begin();
  auto b = other.entries_.begin();
  while (a != entries_.end() || b != other.entries_.end()) {
    if (b == other.entries_.end() || (a != entries_.end() && a->key < b->key)) {
      merged.push_back(*a++);
    } else if (a == entries_.end() || b->key < a->key) {
      merged.push_back(*b++);
    } else {
      merged.push_back({a->key, std::max(a->tick, b->tick)});
      ++a, ++b;
    }
  }
  entries_ = std::move(merged);
}

namespace {

// Most often one side is empty or both are the same; then nothing is copied.
SharedKnowledge joined(const SharedKnowledge& a, const SharedKnowledge& b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  auto sum = std::make_shared<Knowledge>(*a);
  sum->join(*b);
  return sum;
}

const SharedKnowledge& handed_over(const BlockClock& block, std::uint32_t warp, Release& release) {
  if (release.all != nullptr || (release.fenced == 0 && release.inherited == nullptr)) {
    return release.all;
  }
  auto own = std::make_shared<Knowledge>();
  if (release.fenced != 0) {
    own->learn_block(block.number, release.barrier);
    own->learn_warp(block.number, warp, release.fenced);
  }
  if (release.knew != nullptr) own->join(*release.knew);
  if (release.inherited != nullptr) own->join(*release.inherited);
  release.all = std::move(own);
  return release.all;
}

}  // namespace

void BlockClock::add_warps(std::uint32_t count) {
  if (warps.capacity() == 0) warps.reserve(kWarpSize);
  for (auto k = static_cast<std::uint32_t>(warps.size()); k < count; ++k) {
    WarpClock& warp = warps.emplace_back();
    warp.knows = knows;
    warp.device.inherited = released;
  }
}

void Clocks::begin_era() {
  era_ = ++latest_;
  blocks_.clear();
  variables_.clear();
}

BlockClock& Clocks::begin_block(const WarpRef& where, Tick not_before) {
  if (where.slot >= blocks_.size()) blocks_.resize(where.slot + 1);
  BlockClock& block = blocks_[where.slot];
  // Blocks come and go quickly: their memory stays.
  block.warps.clear();
  block.knows = nullptr;
  block.released = nullptr;
  if (!block.shared_variables.empty()) block.shared_variables.clear();
  block.number = block_of(thread_number(where.block, 0, 0));
  block.now = std::max(era_, not_before);
  block.begun = block.barrier = block.now;
  latest_ = std::max(latest_, block.now);
  return block;
}

Tick Clocks::advance(BlockClock& block) {
  latest_ = std::max(latest_, ++block.now);
  return block.now;
}

void Clocks::barrier(BlockClock& block) {
  for (std::uint32_t k = 0; k < block.warps.size(); ++k) {
    WarpClock& warp = block.warps[k];
    block.knows = joined(block.knows, warp.knows);
    block.released = joined(block.released, handed_over(block, k, warp.device));
  }
  for (WarpClock& warp : block.warps) {
    warp.knows = block.knows;
    if (warp.device.inherited == block.released) continue;
    warp.device.inherited = block.released;
    warp.device.all = nullptr;
  }
  block.barrier = advance(block);
}

void Clocks::grid_barrier() {
  era_ = ++latest_;
  for (BlockClock& block : blocks_) block.now = block.barrier = era_;
  variables_.clear();
}

void Clocks::sync_warp(BlockClock& block, std::uint32_t warp_index, LaneMask lanes, LaneMask all) {
  WarpClock& warp = block.warp(warp_index);
  const Tick now = advance(block);
  if ((all & ~lanes) == 0) {
    warp.synced = now;
    return;
  }
  if (warp.pairs == nullptr) {
    warp.pairs = std::make_unique<std::array<std::array<Tick, kWarpSize>, kWarpSize>>();
  }
  // Each lane learns what any of the others knew, and all that the others did.
  std::array<Tick, kWarpSize> common{};
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto& row = (*warp.pairs)[static_cast<std::size_t>(std::countr_zero(rest))];
    for (std::size_t k = 0; k < kWarpSize; ++k) common[k] = std::max(common[k], row[k]);
  }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    common[static_cast<std::size_t>(std::countr_zero(rest))] = now;
  }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    (*warp.pairs)[static_cast<std::size_t>(std::countr_zero(rest))] = common;
  }
}

void Clocks::fence(BlockClock& block, std::uint32_t warp_index, Scope scope) {
  WarpClock& warp = block.warp(warp_index);
  const Tick now = advance(block);
  const auto renew = [&](Release& release) {
    release.fenced = now;
    release.barrier = block.barrier;
    release.knew = warp.knows;
    release.all = nullptr;
  };
  renew(warp.block);
  if (scope != Scope::kBlock) renew(warp.device);
}

void Clocks::release(BlockClock& block, std::uint32_t warp_index, std::uint64_t address,
                     bool is_shared) {
  WarpClock& warp = block.warp(warp_index);
  const SharedKnowledge& to_device = handed_over(block, warp_index, warp.device);
  const SharedKnowledge& to_block = handed_over(block, warp_index, warp.block);
  if (to_device == nullptr && to_block == nullptr) return;
  auto& variables = is_shared ? block.shared_variables : variables_;
  SyncVariable& variable = variables[address];
  variable.device = joined(variable.device, to_device);
  if (warp.block.fenced == warp.device.fenced) return;
  const bool same_block = variable.block != nullptr && variable.block_number == block.number;
  variable.block = joined(same_block ? variable.block : nullptr, to_block);
  variable.block_number = block.number;
}

void Clocks::acquire(BlockClock& block, std::uint32_t warp_index, std::uint64_t address,
                     bool is_shared) {
  const auto& variables = is_shared ? block.shared_variables : variables_;
  if (variables.empty()) return;
  const auto found = variables.find(address);
  if (found == variables.end()) return;
  WarpClock& warp = block.warp(warp_index);
  warp.knows = joined(warp.knows, found->second.device);
  if (found->second.block_number == block.number) {
    warp.knows = joined(warp.knows, found->second.block);
  }
}

LaneMask Clocks::unordered_slow(const BlockClock& block, std::uint32_t warp_index, LaneMask lanes,
                                ThreadNumber thread, Tick tick) const {
  const WarpClock& warp = block.warps[warp_index];
  const bool same_warp = block_of(thread) == block.number && warp_of(thread) == warp_index;
  if (same_warp) {
    if (tick < warp.synced) return 0;
    lanes &= ~(LaneMask{1} << lane_of(thread));
    for (LaneMask rest = warp.pairs != nullptr ? lanes : 0; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      if (tick < (*warp.pairs)[lane][lane_of(thread)]) lanes &= ~(LaneMask{1} << lane);
    }
  }
  if (lanes == 0 || warp.knows == nullptr) return lanes;
  return warp.knows->covers(thread, tick) ? 0 : lanes;
}

}  // namespace simt
