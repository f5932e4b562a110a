// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "memory.hpp"
#include "observer_counts.hpp"
#include "observer_initialised.hpp"
#include "observer_patterns.hpp"

namespace simt {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

Addresses addresses(const std::function<std::uint64_t(std::uint64_t)>& of_lane) {
  Addresses result{};
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) result[lane] = of_lane(lane);
  return result;
}

class Shapes : public testing::Test {
 protected:
  Shapes() { cache_.reset(10); }
  const AccessShape& find(Space space, const Addresses& at, LaneMask mask, std::uint8_t bytes) {
    return cache_.find(3, space, at.data(), mask, bytes);
  }
  ShapeCache cache_;
};

TEST_F(Shapes, OfStridedLoadsCostTheSectorsOfTheModel) {
  const std::array<std::array<std::uint32_t, 2>, 5> expected = {
      {{1, 4}, {2, 8}, {3, 12}, {8, 32}, {32, 32}}};
  for (const auto& [stride, sectors] : expected) {
    const auto at = addresses([&](std::uint64_t lane) { return 0x10000 + lane * stride * 4; });
    const AccessShape& shape = find(Space::kGlobal, at, kAllLanes, 4);
    EXPECT_EQ(shape.price.sectors, sectors) << "stride " << stride;
    EXPECT_EQ(shape.price.ideal_sectors, 4u);
    EXPECT_EQ(shape.price.useful_bytes, 128u);
    EXPECT_EQ(shape.groups, 32);
  }
}

TEST_F(Shapes, DependOnTheFirstAddressOnlyWithinASector) {
  for (std::uint64_t base : {0u, 4u, 28u, 32u, 4096u, 4100u}) {
    const auto at = addresses([&](std::uint64_t lane) { return 0x10000 + base + lane * 4; });
    const std::uint32_t sectors = base % 32 == 0 ? 4u : 5u;
    EXPECT_EQ(find(Space::kGlobal, at, kAllLanes, 4).price.sectors, sectors) << base;
    EXPECT_EQ(cache_.contiguous(Space::kGlobal, 0x10000 + base, 4).price.sectors, sectors) << base;
  }
}

TEST_F(Shapes, IgnoreTheAddressesOfIdleLanes) {
  auto at = addresses([](std::uint64_t lane) { return 0x10000 + lane * 4; });
  EXPECT_EQ(find(Space::kGlobal, at, 0xff, 4).price.sectors, 1u);
  at[20] = 0x999999;
  EXPECT_EQ(find(Space::kGlobal, at, 0xff, 4).price.sectors, 1u);
  at[3] = 0x20000;
  EXPECT_EQ(find(Space::kGlobal, at, 0xff, 4).price.sectors, 2u);
}

TEST_F(Shapes, OfSharedColumnsCostTheirConflicts) {
  const std::array<std::array<std::uint32_t, 2>, 4> expected = {
      {{1, 1}, {2, 2}, {32, 32}, {33, 1}}};
  for (const auto& [stride, wavefronts] : expected) {
    const auto at = addresses([&](std::uint64_t lane) { return 0xE1000000u + lane * stride * 4; });
    const AccessShape& shape = find(Space::kShared, at, kAllLanes, 4);
    EXPECT_EQ(shape.price.wavefronts, wavefronts) << "stride " << stride;
    EXPECT_EQ(shape.price.ideal_wavefronts, 1u);
  }
}

TEST_F(Shapes, GroupLanesThatShareAnAddress) {
  const auto at = addresses([](std::uint64_t lane) { return 0x10000 + lane / 16 * 64; });
  const AccessShape& shape = find(Space::kGlobal, at, kAllLanes, 4);
  ASSERT_EQ(shape.groups, 2);
  EXPECT_EQ(shape.group_lanes[0], 0x0000ffffu);
  EXPECT_EQ(shape.group_lanes[1], 0xffff0000u);
  EXPECT_EQ(shape.price.useful_bytes, 8u);
}

TEST_F(Shapes, AddUpAndKeepTheDearestRequest) {
  AccessCounter counter;
  counter.reset(10);
  const auto cheap = addresses([](std::uint64_t lane) { return 0x10000 + lane * 4; });
  const auto dear = addresses([](std::uint64_t lane) { return 0x10000 + lane * 128; });
  counter.add(3, Space::kGlobal, AccessKind::kLoad, find(Space::kGlobal, cheap, kAllLanes, 4));
  counter.add(3, Space::kGlobal, AccessKind::kLoad, find(Space::kGlobal, dear, 0xffff, 4));
  const AccessCounts* counts = counter.counts(3, Space::kGlobal);
  ASSERT_NE(counts, nullptr);
  EXPECT_EQ(counts->requests, 2u);
  EXPECT_EQ(counts->lanes, 48u);
  EXPECT_EQ(counts->sectors, 4u + 16u);
  EXPECT_EQ(counts->ideal_sectors, 4u + 2u);
  EXPECT_EQ(counts->example.price, 16u);
  EXPECT_EQ(counts->example.step, 128);
  EXPECT_EQ(counter.counts(3, Space::kShared), nullptr);
  EXPECT_EQ(counter.counts(4, Space::kGlobal), nullptr);
}

TEST(Branches, DivergeWhenLanesGoBothWays) {
  AccessCounter counter;
  counter.reset(2);
  counter.add(Branch{{}, 1, kAllLanes, kAllLanes});
  counter.add(Branch{{}, 1, kAllLanes, 0});
  counter.add(Branch{{}, 1, 0xff, 0xf});
  EXPECT_EQ(counter.branch(1).executed, 3u);
  EXPECT_EQ(counter.branch(1).diverged, 1u);
}

class Initialised : public testing::Test {
 protected:
  Initialised() : memory_(MemoryOptions{1 << 20, true, false}) {
    buffer_ = *memory_.allocate(4096, AllocationKind::kDevice, "buffer");
    access_.allocation = buffer_;
    access_.mask = kAllLanes;
  }
  LaneMask unset(std::uint64_t first, std::uint64_t step, bool contiguous) {
    place(first, step, contiguous);
    return uninitialised_lanes(access_, memory_);
  }
  void store(std::uint64_t first, std::uint64_t step, bool contiguous) {
    place(first, step, contiguous);
    mark_stored(access_, memory_);
  }

 private:
  void place(std::uint64_t first, std::uint64_t step, bool contiguous) {
    at_ = addresses([&](std::uint64_t lane) { return buffer_->address + first + lane * step; });
    access_.addresses = at_.data();
    access_.contiguous = contiguous;
  }
  Memory memory_;
  Allocation* buffer_ = nullptr;
  Access access_;
  Addresses at_{};
};

TEST_F(Initialised, LanesAreThoseWithoutAnySetByte) {
  EXPECT_EQ(unset(0, 4, true), kAllLanes);
  store(4, 4, true);
  EXPECT_EQ(unset(0, 4, true), 1u);
  EXPECT_EQ(unset(4, 4, true), 0u);
  EXPECT_EQ(unset(2, 4, false), 0u);  // half set is set
  EXPECT_EQ(unset(132, 4, false), kAllLanes);
  store(256, 64, false);
  EXPECT_EQ(unset(256, 32, false), 0xaaaaaaaau);
}

}  // namespace
}  // namespace simt
