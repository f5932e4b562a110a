// SPDX-License-Identifier: MIT
//
// Threads that wait for each other: what must end does, what cannot is named.
#include "test_device.hpp"

namespace simt::test {
namespace {

constexpr std::uint64_t kSeeds[] = {0, 1, 2, 3};

TEST(Scheduling, AllLanesOfAWarpGetALockOneAfterAnother) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  for (const std::uint64_t seed : kSeeds) {
    device.options.seed = seed;
    const std::uint64_t d_lock = device.upload(std::vector<int>(1));
    const std::uint64_t d_count = device.upload(std::vector<int>(1));
    ASSERT_EQ(device.run("spin_lock", shape(3, 48), d_lock, d_count).status, LaunchStatus::kOk);
    EXPECT_EQ(device.download<int>(d_count, 1)[0], 3 * 48);
  }
}

TEST(Scheduling, ABlockMayWaitForOneThatStartsLater) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  for (const std::uint64_t seed : kSeeds) {
    device.options.seed = seed;
    const std::uint64_t d_flags = device.upload(std::vector<int>(40));
    const std::uint64_t d_out = device.upload(std::vector<int>(40));
    ASSERT_EQ(device.run("wait_for_next_block", shape(40, 32), d_flags, d_out).status,
              LaunchStatus::kOk);
    EXPECT_EQ(device.download<int>(d_out, 1)[0], 40);
  }
}

TEST(Scheduling, WarpsAndLanesMayWaitForLaterOnes) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  for (const std::uint64_t seed : kSeeds) {
    device.options.seed = seed;
    const std::uint64_t d_out = device.upload(std::vector<int>(32));
    ASSERT_EQ(device.run("wait_for_other_warp", shape(1, 64), d_out).status, LaunchStatus::kOk);
    EXPECT_EQ(device.download<int>(d_out, 32), std::vector<int>(32, 42));
    ASSERT_EQ(device.run("wait_for_later_lane", shape(1, 32), d_out).status, LaunchStatus::kOk);
    EXPECT_EQ(device.download<int>(d_out, 32), std::vector<int>(32, 5));
  }
}

TEST(Scheduling, TheGridsBarrierWaitsForAllBlocks) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_data = device.upload(std::vector<int>(640));
  const std::uint64_t d_out = device.upload(std::vector<int>(640));
  LaunchConfig config = shape(10, 64);
  config.cooperative = true;
  ASSERT_EQ(device.run("grid_sync", config, d_data, d_out).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 640);
  for (int i = 0; i < 640; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], 639 - i);
}

TEST(Scheduling, ACooperativeGridLargerThanTheDeviceIsRefused) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  device.options.limits.multiprocessors = 2;
  LaunchConfig config = shape(5, 1024);
  config.cooperative = true;
  const LaunchResult result = device.run("grid_sync", config, std::uint64_t{0}, std::uint64_t{0});
  EXPECT_EQ(result.status, LaunchStatus::kTooLarge);
}

TEST(Scheduling, AnEndlessLoopEndsAtTheInstructionLimit) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  device.options.max_warp_instructions = 1'000'000;
  const std::uint64_t d_out = device.upload(std::vector<int>(32));
  const LaunchResult result = device.run("endless_loop", shape(1, 32), d_out);
  EXPECT_EQ(result.status, LaunchStatus::kTimeout);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::kInstructionLimit);
}

TEST(Scheduling, AnEndlessLoopOfWaitsEndsThereToo) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  device.options.max_warp_instructions = 100'000;
  const std::uint64_t d_out = device.upload(std::vector<int>(64));
  for (const char* kernel : {"endless_barriers", "endless_shuffles"}) {
    const LaunchResult result = device.run(kernel, shape(1, 64), d_out);
    EXPECT_EQ(result.status, LaunchStatus::kTimeout) << kernel;
    ASSERT_EQ(result.faults.size(), 1u) << kernel;
    EXPECT_EQ(result.faults[0].kind, FaultKind::kInstructionLimit) << kernel;
  }
}

TEST(Scheduling, ManyShortWarpsEndThereAsWell) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  device.options.max_warp_instructions = 2'000;
  const std::uint64_t d_out = device.upload(std::vector<int>(64));
  const LaunchResult result = device.run("wait_for_other_warp", shape(1000, 64), d_out);
  EXPECT_EQ(result.status, LaunchStatus::kTimeout);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::kInstructionLimit);
}

TEST(Scheduling, WaitingForWhatNobodyWritesIsADeadlockAtOnce) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_flag = device.upload(std::vector<int>(1));
  const LaunchResult result = device.run("deadlock", shape(4, 64), d_flag);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::kDeadlock);
  EXPECT_LT(result.warp_instructions, 10'000'000u);
}

TEST(Scheduling, CallsFromDifferentPlacesAreProgressThoughTheyChangeNothing) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<float>(64));
  const LaunchResult result = device.run("same_call_from_many_places", shape(1, 64), d_out);
  EXPECT_EQ(result.status, LaunchStatus::kOk);
  EXPECT_EQ(device.download<float>(d_out, 64), std::vector<float>(64, 1.0f));
}

TEST(Barriers, PartOfABlockAtABarrierIsAnErrorThatNamesBothPlaces) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(32));
  for (const char* kernel : {"barrier_in_branch", "two_barriers"}) {
    const LaunchResult result = device.run(kernel, shape(1, 32), d_out);
    EXPECT_EQ(result.status, LaunchStatus::kLaunchFailure) << kernel;
    ASSERT_EQ(result.faults.size(), 1u) << kernel;
    EXPECT_EQ(result.faults[0].kind, FaultKind::kBarrierDivergence) << kernel;
  }
  const LaunchResult result = device.run("two_barriers", shape(1, 32), d_out);
  EXPECT_NE(result.faults[0].site, result.faults[0].other_site);
}

TEST(Barriers, ThreadsThatHaveReturnedAreNotWaitedFor) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(64));
  ASSERT_EQ(device.run("return_before_barrier", shape(1, 64), d_out, 45).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 45);
  for (int i = 0; i < 45; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], 44 - i);
}

TEST(Barriers, ReducingBarriersGiveEveryThreadTheResult) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(100));
  ASSERT_EQ(device.run("barrier_reductions", shape(1, 100), d_out).status, LaunchStatus::kOk);
  EXPECT_EQ(device.download<int>(d_out, 100), std::vector<int>(100, 34 * 4 + 2 + 1));
}

TEST(WarpSync, BothArmsOfABranchMaySynchroniseTheWarp) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(32));
  ASSERT_EQ(device.run("syncwarp_in_both_arms", shape(1, 32), d_out).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 32);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], i ^ 16);
}

/// Remembers the last collective's masks.
class CollectiveWatcher : public Observer {
 public:
  void on_collective(const Collective& event) override { last = event; }
  Collective last;
};

TEST(WarpSync, LanesThatAreNamedAndNeverComeAreReported) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  CollectiveWatcher watcher;
  device.observer = &watcher;
  const std::uint64_t d_out = device.upload(std::vector<int>(32));
  ASSERT_EQ(device.run("shuffle_in_branch", shape(1, 32), d_out).status, LaunchStatus::kOk);
  EXPECT_EQ(watcher.last.active, 0x0000ffffu);
  EXPECT_EQ(watcher.last.missed, 0xffff0000u);
}

TEST(WarpSync, LanesThatWaitForEachOtherAtDifferentPlacesAreADeadlock) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(32));
  const LaunchResult result = device.run("lanes_wait_at_barrier", shape(1, 32), d_out);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::kWarpSyncDeadlock);
}

TEST(Scheduling, TheLastBlockSeesTheSumsOfAllOthers) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  for (const std::uint64_t seed : kSeeds) {
    device.options.seed = seed;
    const std::uint64_t d_in = device.upload(std::vector<int>(640, 3));
    const std::uint64_t d_sums = device.upload(std::vector<int>(10));
    const std::uint64_t d_done = device.upload(std::vector<unsigned>(1));
    const std::uint64_t d_out = device.upload(std::vector<int>(1));
    ASSERT_EQ(device.run("last_block_done", shape(10, 64), d_in, d_sums, d_done, d_out).status,
              LaunchStatus::kOk);
    EXPECT_EQ(device.download<int>(d_out, 1)[0], 1920);
  }
}

TEST(Launch, ShapesBeyondTheDeviceAreRefusedInOneSentence) {
  TestDevice device("scheduling");
  REQUIRE_KERNELS(device);
  const std::uint64_t none = 0;
  EXPECT_EQ(device.run("deadlock", shape(1, 0), none).status, LaunchStatus::kInvalidConfiguration);
  EXPECT_EQ(device.run("deadlock", shape(0, 32), none).status, LaunchStatus::kInvalidConfiguration);
  EXPECT_EQ(device.run("deadlock", shape(1, 1025), none).status,
            LaunchStatus::kInvalidConfiguration);
  const LaunchResult result = device.run("deadlock", shape(1, 32, 49 * 1024), none);
  EXPECT_EQ(result.status, LaunchStatus::kInvalidValue);
  EXPECT_NE(result.message.find("50176 bytes of shared memory"), std::string::npos);
}

}  // namespace
}  // namespace simt::test
