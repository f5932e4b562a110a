// SPDX-License-Identifier: MIT
#include "observer_async.hpp"

#include <bit>
#include <iterator>

namespace simt {

void AsyncCopies::finish_all_but(Block& block, Thread& thread, std::uint64_t groups) {
  if (thread.groups.size() <= groups) return;
  const auto last = std::prev(thread.groups.end(), static_cast<std::ptrdiff_t>(groups));
  for (auto group = thread.groups.begin(); group != last; ++group) {
    for (const std::uint64_t begin : *group) block.under_way.erase(begin);
  }
  thread.groups.erase(thread.groups.begin(), last);
}

void AsyncCopies::event(const AsyncEvent& event) {
  Block& block = blocks_[event.where.slot];
  for (LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint32_t number = event.where.warp * kWarpSize + static_cast<std::uint32_t>(lane);
    Thread& thread = block.threads[number];
    switch (event.kind) {
      case AsyncKind::kCopy: {
        const std::uint64_t begin = event.addresses[lane];
        block.under_way[begin] = {begin, event.amounts[lane], event.site, number};
        thread.open.push_back(begin);
        break;
      }
      case AsyncKind::kCommit:
        thread.groups.push_back(std::move(thread.open));
        thread.open.clear();
        break;
      case AsyncKind::kWait:
        finish_all_but(block, thread, event.amounts[lane]);
        break;
    }
  }
}

std::optional<AsyncCopies::Touched> AsyncCopies::touched(const Access& access) const {
  const auto block = blocks_.find(access.where.slot);
  if (block == blocks_.end() || block->second.under_way.empty()) return std::nullopt;
  const std::map<std::uint64_t, Copy>& copies = block->second.under_way;
  Touched result;
  for (LaneMask rest = access.mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t begin = access.addresses[lane];
    // Copies are of 16 bytes at most and do not overlap: the last one that begins before the end.
    const auto after = copies.lower_bound(begin + access.bytes);
    if (after == copies.begin()) continue;
    const Copy& copy = std::prev(after)->second;
    if (copy.begin + copy.bytes <= begin) continue;
    if (result.lanes == 0) result.copy = copy;
    result.lanes |= LaneMask{1} << lane;
  }
  if (result.lanes == 0) return std::nullopt;
  return result;
}

}  // namespace simt
