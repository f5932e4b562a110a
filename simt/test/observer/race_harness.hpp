// SPDX-License-Identifier: MIT
//
// Drives a RaceDetector without an engine: a block's shared memory, one global buffer, and calls
// that read like the kernel they stand for.
#pragma once

#include <array>
#include <cstring>
#include <functional>
#include <vector>

#include "memory.hpp"
#include "observer_patterns.hpp"
#include "races.hpp"

namespace simt {

class RaceHarness : public RaceSink {
 public:
  explicit RaceHarness(bool narrow = false, std::size_t shared_bytes = 4096)
      : shared_(4, std::vector<std::byte>(shared_bytes)) {
    shapes_.reset(1000);
    auto allocated = memory_.allocate(1 << 16, AllocationKind::kDevice, "buffer");
    buffer_ = *allocated;
    detector_.begin_launch(memory_, narrow);
    for (std::uint32_t slot = 0; slot < 4; ++slot) begin_block(slot, slot);
  }

  void begin_block(std::uint32_t slot, std::uint64_t block) {
    block_of_slot_[slot] = block;
    detector_.begin_block(at(slot, 0), shared_[slot].data(), shared_[slot].size());
  }
  void end_block(std::uint32_t slot) { detector_.end_block(at(slot, 0)); }
  void finish() { detector_.end_launch(); }

  /// The next calls act for this warp, with these lanes.
  RaceHarness& as(std::uint32_t slot, std::uint32_t warp, LaneMask lanes = kAllLanes) {
    where_ = at(slot, warp);
    lanes_ = lanes;
    return *this;
  }

  using Index = std::function<std::uint64_t(std::uint64_t lane)>;

  void load(SiteId site, const Index& index, bool is_volatile = false) {
    access(site, AccessKind::kLoad, Space::kShared, index, {}, is_volatile);
  }
  void store(SiteId site, const Index& index, const Index& value, bool is_volatile = false) {
    access(site, AccessKind::kStore, Space::kShared, index, value, is_volatile);
  }
  void atomic(SiteId site, const Index& index) {
    access(site, AccessKind::kAtomic, Space::kShared, index, {}, false);
  }
  void load_global(SiteId site, const Index& index, bool is_volatile = false) {
    access(site, AccessKind::kLoad, Space::kGlobal, index, {}, is_volatile);
  }
  void store_global(SiteId site, const Index& index, const Index& value, bool is_volatile = false) {
    access(site, AccessKind::kStore, Space::kGlobal, index, value, is_volatile);
  }
  void atomic_global(SiteId site, const Index& index) {
    access(site, AccessKind::kAtomic, Space::kGlobal, index, {}, false);
  }
  void barrier(std::uint32_t slot) { detector_.barrier({block_of_slot_[slot], slot, 0, false}); }
  void grid_barrier() { detector_.barrier({0, 0, 0, true}); }
  void sync_warp(LaneMask lanes = kAllLanes) { detector_.sync_warp(where_, lanes, kAllLanes); }
  void fence(Scope scope = Scope::kDevice) { detector_.fence({where_, 0, lanes_, scope}); }

  /// Bytes a lane of the next accesses.
  std::uint8_t bytes = 4;

  std::vector<Race> races;
  std::vector<LaneMask> uninitialised;
  /// Races that are errors: not same-value, not a check before an atomic.
  std::size_t errors() const {
    std::size_t count = 0;
    for (const Race& race : races) count += !race.same_value && !race.is_check;
    return count;
  }

 private:
  WarpRef at(std::uint32_t slot, std::uint32_t warp) const {
    return {block_of_slot_[slot], slot, warp};
  }

  void on_race(const Race& race) override { races.push_back(race); }
  void on_uninitialised_shared(const Access&, LaneMask lanes, std::uint64_t) override {
    uninitialised.push_back(lanes);
  }

  void access(SiteId site, AccessKind kind, Space space, const Index& index, const Index& value,
              bool is_volatile) {
    const std::uint64_t base = space == Space::kShared ? kSharedBase : buffer_->address;
    std::array<std::uint64_t, kWarpSize> addresses{};
    std::array<std::array<std::uint64_t, 2>, kWarpSize> values{};  // the widest access has 16 bytes
    bool contiguous = lanes_ == kAllLanes;
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
      if ((lanes_ >> lane & 1U) == 0) continue;
      addresses[lane] = base + index(lane) * bytes;
      if (value) values[lane][0] = value(lane);
      contiguous = contiguous && addresses[lane] == addresses[0] + lane * bytes;
    }
    Access event;
    event.where = where_;
    event.site = site;
    event.kind = kind;
    event.space = space;
    event.bytes = event.alignment = bytes;
    event.is_volatile = is_volatile;
    event.contiguous = contiguous;
    event.mask = lanes_;
    event.addresses = addresses.data();
    event.allocation = space == Space::kGlobal ? buffer_ : nullptr;
    event.values = value ? reinterpret_cast<const std::byte*>(values.data()) : nullptr;
    event.value_stride = sizeof(values[0]);
    detector_.access(event, contiguous
                                ? shapes_.contiguous(space, addresses[0], bytes)
                                : shapes_.find(site, space, addresses.data(), lanes_, bytes));
    if (kind != AccessKind::kStore) return;
    std::byte* memory = space == Space::kShared ? shared_[where_.slot].data() : buffer_->data;
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
      if ((lanes_ >> lane & 1U) == 0) continue;
      std::memcpy(memory + (addresses[lane] - base), &values[lane], bytes);
    }
  }

  Memory memory_;
  Allocation* buffer_ = nullptr;
  std::vector<std::vector<std::byte>> shared_;
  std::array<std::uint64_t, 4> block_of_slot_{};
  ShapeCache shapes_;
  RaceDetector detector_{*this};
  WarpRef where_;
  LaneMask lanes_ = kAllLanes;
};

}  // namespace simt
