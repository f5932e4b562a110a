// SPDX-License-Identifier: MIT
//
// The occupancy arithmetic against cases worked by hand from the tables of NVIDIA's CUDA C++
// Programming Guide.  chapter07.occupancy_limits compares it with the runtime on a GPU.
#include "common/occupancy.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

constexpr cm::SmLimits kA100{2048, 32, 65536, 164 * 1024, 1024};
constexpr cm::SmLimits kAda{1536, 24, 65536, 100 * 1024, 1024};
constexpr cm::SmLimits kTuring{1024, 16, 65536, 64 * 1024, 0};

TEST(occupancy, threads_and_registers_hold_before_shared_memory) {
  const cm::Residency fit = cm::residency(kA100, {256, 32, 16 * 1024});
  EXPECT_EQ(fit.by_threads, 8);
  EXPECT_EQ(fit.by_registers, 8);  // 65536 / (32 * 256)
  EXPECT_EQ(fit.by_shared, 9);     // 164 / 17
  EXPECT_EQ(fit.blocks(), 8);
  EXPECT_EQ(fit.limit(), std::string("threads"));
  EXPECT_DOUBLE_EQ(cm::occupancy_percent(kA100, {256, 32, 16 * 1024}), 100.0);
}

TEST(occupancy, a_register_too_many_costs_a_whole_portion) {
  // 33 registers a thread are 1056 a warp, which gets 1280; a file of 16384 holds 12 such warps.
  EXPECT_EQ(cm::residency(kA100, {256, 33, 0}).by_registers, 4 * 12 / 8);
  EXPECT_DOUBLE_EQ(cm::occupancy_percent(kA100, {256, 33, 0}), 75.0);
}

TEST(occupancy, what_a_register_file_has_left_is_lost) {
  // 168 registers: 5376 a warp, three warps a file, twelve an SM: one block of 8 warps, not two.
  EXPECT_EQ(cm::residency(kA100, {256, 168, 0}).by_registers, 1);
}

TEST(occupancy, small_blocks_run_into_the_limit_of_blocks) {
  EXPECT_DOUBLE_EQ(cm::occupancy_percent(kA100, {32, 16, 0}), 50.0);
  EXPECT_DOUBLE_EQ(cm::occupancy_percent(kAda, {32, 16, 0}), 50.0);
  EXPECT_EQ(cm::residency(kA100, {32, 16, 0}).limit(), std::string("blocks"));
}

TEST(occupancy, a_part_of_a_warp_counts_as_a_warp) {
  EXPECT_EQ(cm::residency(kA100, {33, 16, 0}).by_threads, 64 / 2);
}

TEST(occupancy, one_block_may_take_all_shared_memory) {
  EXPECT_EQ(cm::residency(kA100, {128, 32, 163 * 1024}).by_shared, 1);
  EXPECT_EQ(cm::residency(kA100, {128, 32, 164 * 1024}).by_shared, 0);
  EXPECT_EQ(cm::residency(kAda, {128, 32, 99 * 1024}).by_shared, 1);
}

TEST(occupancy, without_a_reserve_shared_memory_divides_evenly) {
  EXPECT_EQ(cm::residency(kTuring, {64, 32, 16 * 1024}).by_shared, 4);
}

TEST(occupancy, no_registers_known_means_no_limit_by_registers) {
  EXPECT_EQ(cm::residency(kA100, {64, 0, 0}).by_registers, kA100.blocks);
}

}  // namespace
