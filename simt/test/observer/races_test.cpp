// SPDX-License-Identifier: MIT
#include "races.hpp"

#include <gtest/gtest.h>

#include "race_harness.hpp"

namespace simt {
namespace {

constexpr LaneMask kLane0 = 1;

std::uint64_t own(std::uint64_t lane) { return lane; }
RaceHarness::Index at(std::uint64_t index) {
  return [=](std::uint64_t) { return index; };
}
RaceHarness::Index shifted(std::uint64_t by) {
  return [=](std::uint64_t lane) { return lane + by; };
}

// --- shared memory -------------------------------------------------------------------------------

TEST(SharedRace, BetweenWarpsWithoutBarrierIsFoundWithBothSites) {
  RaceHarness block;
  block.as(0, 0).store(1, own, shifted(1));
  block.as(0, 1).load(2, own);
  ASSERT_EQ(block.errors(), 1u);
  EXPECT_EQ(block.races[0].site, 2u);
  EXPECT_EQ(block.races[0].other_site, 1u);
  EXPECT_EQ(block.races[0].lanes, kAllLanes);
  EXPECT_EQ(block.races[0].other_access, AccessKind::kStore);
  EXPECT_EQ(warp_of(block.races[0].other), 0u);
}

TEST(SharedRace, IsNoneAcrossABarrier) {
  RaceHarness block;
  block.as(0, 0).store(1, own, own);
  block.barrier(0);
  block.as(0, 1).load(2, own);
  block.barrier(0);
  block.as(0, 0).store(1, own, own);
  EXPECT_TRUE(block.races.empty());
}

TEST(SharedRace, OfALaterStoreWithEarlierLoadsIsFound) {
  RaceHarness block;
  block.as(0, 0).store(1, own, own);
  block.barrier(0);
  block.as(0, 0).load(2, own);
  block.as(0, 1).load(2, own);
  block.as(0, 0).store(3, own, shifted(7));
  ASSERT_EQ(block.errors(), 1u);
  EXPECT_EQ(block.races[0].site, 3u);
  EXPECT_EQ(block.races[0].other_access, AccessKind::kLoad);
}

TEST(SharedRace, BehindTheWritersOwnLoadIsFound) {
  RaceHarness block;
  block.as(0, 0).store(1, own, own);
  block.barrier(0);
  block.as(0, 1).load(2, own);
  block.as(0, 0).load(3, own);
  block.as(0, 0).store(4, own, shifted(9));
  ASSERT_EQ(block.errors(), 1u);
  EXPECT_EQ(block.races[0].others, Mark::kWarps);
}

TEST(SharedRace, WithinAWarpNeedsSyncwarp) {
  RaceHarness block;
  block.as(0, 0).store(1, own, own);
  block.as(0, 0, 0x7fffffff).load(2, shifted(1));
  EXPECT_EQ(block.errors(), 1u);

  RaceHarness synced;
  synced.as(0, 0).store(1, own, own);
  synced.sync_warp();
  synced.as(0, 0, 0x7fffffff).load(2, shifted(1));
  EXPECT_TRUE(synced.races.empty());
}

TEST(SharedRace, WithinATileIsOrderedByTheTilesSync) {
  RaceHarness block;
  block.as(0, 0, 0xffff).store(1, own, own);
  block.sync_warp(0xffff);
  block.as(0, 0, 0x7fff).load(2, shifted(1));
  EXPECT_TRUE(block.races.empty());
  // The other half of the warp was not part of that sync.
  block.as(0, 0, 0xffff0000).load(3, [](std::uint64_t lane) { return lane - 16; });
  EXPECT_EQ(block.errors(), 1u);
}

TEST(SharedRace, OfSyncsOfOverlappingMasksIsTransitive) {
  RaceHarness block;
  block.as(0, 0, kLane0).store(1, own, at(5));
  block.sync_warp(0x3);  // lanes 0, 1
  block.sync_warp(0x6);  // lanes 1, 2
  block.as(0, 0, 0x4).load(2, at(0));
  EXPECT_TRUE(block.races.empty());
  block.as(0, 0, 0x8).load(3, at(0));
  EXPECT_EQ(block.errors(), 1u);
}

TEST(SharedRace, OfEqualValuesIsANote) {
  RaceHarness block;
  block.as(0, 0).store(1, at(3), at(1));
  block.as(0, 1).store(1, at(3), at(1));
  EXPECT_EQ(block.errors(), 0u);
  EXPECT_FALSE(block.races.empty());
}

TEST(SharedRace, IsNotHiddenByAStoreOfTheSameValue) {
  RaceHarness block;
  block.as(0, 0).store(1, at(3), at(1));
  block.as(0, 1).store(2, at(3), at(1));
  block.as(0, 2).load(3, at(3));
  ASSERT_EQ(block.errors(), 1u);
  EXPECT_EQ(block.races.back().other_site, 1u);
}

TEST(SharedRace, OfLanesInOneStoreIsACollisionWhenValuesDiffer) {
  RaceHarness block;
  block.as(0, 0).store(1, at(3), own);
  ASSERT_EQ(block.errors(), 1u);
  EXPECT_TRUE(block.races[0].is_collision);

  RaceHarness equal;
  equal.as(0, 0).store(1, at(3), at(7));
  equal.as(0, 0).load(2, at(3));
  EXPECT_TRUE(equal.races.empty());
}

TEST(SharedRace, OfNeighbouringBytesIsNoneInByteCells) {
  RaceHarness block(true);
  block.bytes = 1;
  block.as(0, 0).store(1, own, own);
  block.as(0, 1).store(1, shifted(32), own);
  EXPECT_TRUE(block.races.empty());
  block.as(0, 1, kLane0).load(2, at(31));
  EXPECT_EQ(block.errors(), 1u);
}

TEST(SharedRace, DoesNotOutliveTheBlockInAReusedSlot) {
  RaceHarness block;
  block.as(0, 0).store(1, own, own);
  block.end_block(0);
  block.begin_block(0, 9);
  block.as(0, 1).store(1, own, shifted(3));
  block.barrier(0);
  block.as(0, 2).load(2, own);
  EXPECT_TRUE(block.races.empty());
  EXPECT_TRUE(block.uninitialised.empty());
}

TEST(SharedRace, AtomicsDoNotRaceWithEachOther) {
  RaceHarness block;
  block.as(0, 0).store(1, own, at(0));
  block.barrier(0);
  block.as(0, 0).atomic(2, at(3));
  block.as(0, 1).atomic(2, at(3));
  block.barrier(0);
  block.as(0, 2).load(3, at(3));
  block.finish();
  EXPECT_TRUE(block.races.empty());
}

TEST(SharedRace, PlainReadOfAnAtomicCounterIsFound) {
  RaceHarness block;
  block.as(0, 0).store(1, own, at(0));
  block.barrier(0);
  block.as(0, 0).atomic(2, at(3));
  block.as(0, 1).load(3, at(3));
  block.barrier(0);
  block.finish();
  ASSERT_GE(block.errors(), 1u);
  EXPECT_EQ(block.races[0].site, 3u);
  EXPECT_EQ(block.races[0].other_access, AccessKind::kAtomic);
}

TEST(SharedRace, ReadBeforeTheOwnAtomicIsACheck) {
  RaceHarness block;
  block.as(0, 0).store(1, own, at(0));
  block.barrier(0);
  for (std::uint32_t warp = 0; warp < 3; ++warp) {
    block.as(0, warp, kLane0).load(2, at(3));
    block.as(0, warp, kLane0).atomic(3, at(3));
  }
  block.as(0, 3, kLane0).load(2, at(3));  // this thread's test fails: no atomic follows
  block.finish();
  EXPECT_EQ(block.errors(), 0u);
}

TEST(SharedRace, PlainStoreIntoAtomicCounterIsFound) {
  RaceHarness block;
  block.as(0, 0, kLane0).store(1, at(3), at(9));
  block.as(0, 1).atomic(2, at(3));
  EXPECT_EQ(block.errors(), 1u);
}

TEST(SharedRace, OfVolatileAccessesOfDifferentWarpsIsNone) {
  RaceHarness block;
  block.as(0, 0, kLane0).store(1, at(3), at(9), true);
  block.as(0, 1, kLane0).load(2, at(3), true);
  EXPECT_TRUE(block.races.empty());
  block.as(0, 1, kLane0).load(3, at(3));
  EXPECT_EQ(block.errors(), 1u);
}

TEST(SharedRace, WithinAWarpIsFoundThoughVolatile) {
  RaceHarness block;
  block.as(0, 0).store(1, own, own, true);
  block.as(0, 0, 0x7fffffff).load(2, shifted(1), true);
  EXPECT_EQ(block.errors(), 1u);
}

TEST(SharedRead, OfWhatNobodyWroteIsFound) {
  RaceHarness block;
  block.as(0, 0, 0xffff).store(1, own, own);
  block.barrier(0);
  block.as(0, 0).load(2, own);
  LaneMask lanes = 0;
  for (LaneMask each : block.uninitialised) lanes |= each;
  EXPECT_EQ(lanes, 0xffff0000u);
}

// --- order by fence and flag ---------------------------------------------------------------------

TEST(Release, ByFenceAndAtomicOrdersBlocks) {
  RaceHarness grid;
  grid.as(0, 0).store_global(1, own, own);
  grid.fence();
  grid.as(0, 0, kLane0).atomic_global(2, at(1000));
  grid.as(1, 0, kLane0).atomic_global(2, at(1000));
  grid.as(1, 0).load_global(3, own);
  grid.finish();
  EXPECT_EQ(grid.errors(), 0u);
}

TEST(Release, WithoutFenceOrdersNothing) {
  RaceHarness grid;
  grid.as(0, 0).store_global(1, own, own);
  grid.as(0, 0, kLane0).atomic_global(2, at(1000));
  grid.as(1, 0, kLane0).atomic_global(2, at(1000));
  grid.as(1, 0).load_global(3, own);
  EXPECT_EQ(grid.errors(), 1u);
}

TEST(Release, OfOneThreadCoversItsBlockAfterABarrier) {
  RaceHarness grid;
  grid.as(0, 1).store_global(1, own, own);
  grid.barrier(0);
  grid.as(0, 0, kLane0).fence();
  grid.atomic_global(2, at(1000));
  grid.as(1, 3, kLane0).atomic_global(2, at(1000));
  grid.barrier(1);
  grid.as(1, 5).load_global(3, own);
  EXPECT_EQ(grid.errors(), 0u);
}

TEST(Release, ByFencesBeforeTheBarrierCoversThemToo) {
  RaceHarness grid;
  grid.as(0, 1).store_global(1, own, own);
  grid.fence();
  grid.barrier(0);
  grid.as(0, 0, kLane0).atomic_global(2, at(1000));
  grid.as(1, 0, kLane0).atomic_global(2, at(1000));
  grid.barrier(1);
  grid.as(1, 5).load_global(3, own);
  EXPECT_EQ(grid.errors(), 0u);
}

TEST(Release, DoesNotCoverWhatCameAfterTheFence) {
  RaceHarness grid;
  grid.as(0, 0).fence();
  grid.store_global(1, own, own);
  grid.as(0, 0, kLane0).atomic_global(2, at(1000));
  grid.as(1, 0, kLane0).atomic_global(2, at(1000));
  grid.as(1, 0).load_global(3, own);
  EXPECT_EQ(grid.errors(), 1u);
}

TEST(Release, ByVolatileFlagOrdersBlocks) {
  RaceHarness grid;
  grid.as(0, 0).store_global(1, own, own);
  grid.fence();
  grid.as(0, 0, kLane0).store_global(2, at(1000), at(1), true);
  grid.as(1, 0, kLane0).load_global(3, at(1000), true);
  grid.as(1, 0).load_global(4, own);
  EXPECT_EQ(grid.errors(), 0u);
}

TEST(Release, WithBlockScopeDoesNotReachOtherBlocks) {
  RaceHarness grid;
  grid.as(0, 0).store_global(1, own, own);
  grid.fence(Scope::kBlock);
  grid.as(0, 0, kLane0).atomic_global(2, at(1000));
  grid.as(0, 1, kLane0).atomic_global(2, at(1000));
  grid.as(0, 1).load_global(3, own);
  EXPECT_EQ(grid.errors(), 0u);
  grid.as(1, 0, kLane0).atomic_global(2, at(1000));
  grid.as(1, 0).load_global(3, own);
  EXPECT_EQ(grid.errors(), 1u);
}

TEST(Release, PassesThroughAChainOfBlocks) {
  RaceHarness grid;
  grid.as(0, 0).store_global(1, own, own);
  for (std::uint32_t slot = 0; slot < 3; ++slot) {
    grid.as(slot, 0, kLane0).fence();
    grid.atomic_global(2, at(1000 + slot));
    grid.as(slot + 1, 0, kLane0).atomic_global(2, at(1000 + slot));
  }
  grid.as(3, 0).load_global(3, own);
  EXPECT_EQ(grid.errors(), 0u);
}

TEST(GlobalRace, OfVolatilePollsByManyBlocksIsNone) {
  RaceHarness grid;
  for (std::uint32_t slot = 0; slot < 3; ++slot) {
    grid.as(slot, 0, kLane0).load_global(1, at(7), true);
  }
  grid.as(2, 0, kLane0).store_global(2, at(7), at(1), true);
  EXPECT_TRUE(grid.races.empty());
}

// --- global memory -------------------------------------------------------------------------------

TEST(GlobalRace, BetweenBlocksIsFoundInWholeRows) {
  RaceHarness grid;
  grid.as(0, 0).store_global(1, own, own);
  grid.as(1, 0).load_global(2, own);
  ASSERT_EQ(grid.errors(), 1u);
  EXPECT_EQ(grid.races[0].lanes, kAllLanes);
  EXPECT_EQ(grid.races[0].other_site, 1u);
}

TEST(GlobalRace, BetweenBlocksIsFoundInOneCell) {
  RaceHarness grid;
  grid.as(0, 0).store_global(1, own, own);
  grid.as(0, 1).store_global(1, shifted(32), own);
  grid.as(1, 0).load_global(2, shifted(64));
  grid.as(1, 0, kLane0).load_global(3, at(40));
  ASSERT_EQ(grid.errors(), 1u);
  EXPECT_EQ(lane_of(grid.races[0].other), 8u);
  EXPECT_EQ(warp_of(grid.races[0].other), 1u);
}

TEST(GlobalRace, OfInPlaceUpdateIsNone) {
  RaceHarness grid;
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    for (std::uint32_t warp = 0; warp < 4; ++warp) {
      const auto mine = shifted(slot * 128 + warp * 32);
      grid.as(slot, warp).load_global(1, mine);
      grid.store_global(2, mine, own);
      grid.load_global(3, mine);
      grid.store_global(4, mine, shifted(1));
    }
  }
  EXPECT_TRUE(grid.races.empty());
}

TEST(GlobalRace, OfMisalignedRowsIsNoneWhereNothingOverlaps) {
  RaceHarness grid;
  for (std::uint32_t warp = 0; warp < 4; ++warp) {
    grid.as(0, warp).store_global(1, shifted(7 + warp * 32), own);
  }
  EXPECT_TRUE(grid.races.empty());
  grid.as(1, 0).load_global(2, shifted(3));
  ASSERT_EQ(grid.errors(), 1u);
  EXPECT_EQ(grid.races[0].lanes, 0xfffffff0u);
}

TEST(GlobalRace, OfNeighbourReadsInPlaceIsFound) {
  RaceHarness grid;
  for (std::uint32_t warp = 0; warp < 2; ++warp) {
    grid.as(0, warp).load_global(1, shifted(1 + warp * 32));
    grid.store_global(2, shifted(warp * 32), shifted(99));
  }
  EXPECT_GE(grid.errors(), 1u);
}

TEST(GlobalRace, OfManyReadersWithALaterStoreIsFound) {
  RaceHarness grid;
  for (std::uint32_t slot = 0; slot < 3; ++slot) grid.as(slot, 0).load_global(1, own);
  grid.as(2, 0).store_global(2, own, shifted(5));
  ASSERT_EQ(grid.errors(), 1u);
  EXPECT_EQ(grid.races[0].others, Mark::kBlocks);
}

TEST(GlobalRace, OfWideAccessesUsesTheSameThreads) {
  RaceHarness grid;
  grid.bytes = 16;
  grid.as(0, 0).store_global(1, own, own);
  grid.load_global(2, own);
  EXPECT_TRUE(grid.races.empty());
  grid.bytes = 4;
  grid.as(0, 0).load_global(3, own);
  ASSERT_EQ(grid.errors(), 1u);
  EXPECT_EQ(grid.races[0].lanes, ~LaneMask{1});  // lane 0 reads its own word
}

TEST(GlobalRace, IsNoneAcrossAGridBarrier) {
  RaceHarness grid;
  grid.as(0, 0).store_global(1, own, own);
  grid.grid_barrier();
  grid.as(1, 0).load_global(2, own);
  grid.as(1, 0).load_global(2, shifted(1));
  EXPECT_TRUE(grid.races.empty());
}

}  // namespace
}  // namespace simt
