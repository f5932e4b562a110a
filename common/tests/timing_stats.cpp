// SPDX-License-Identifier: MIT
#include "common/timing_stats.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

TEST(timing_stats, quartiles_lie_between_neighbours) {
  const cm::Timing timing = cm::summarize({4, 1, 3, 2}, 5, cm::L2::kWarm);
  EXPECT_DOUBLE_EQ(timing.q1_ms, 1.75);
  EXPECT_DOUBLE_EQ(timing.median_ms, 2.5);
  EXPECT_DOUBLE_EQ(timing.q3_ms, 3.25);
  EXPECT_EQ(timing.samples, 4);
  EXPECT_EQ(timing.batch, 5);
  EXPECT_EQ(timing.l2, cm::L2::kWarm);
  EXPECT_TRUE(timing.valid);
}

TEST(timing_stats, one_sample_is_its_own_median) {
  EXPECT_DOUBLE_EQ(cm::summarize({7}, 1, cm::L2::kCold).median_ms, 7);
}

TEST(timing_stats, no_samples_are_no_timing) {
  const cm::Timing timing = cm::summarize({}, 1, cm::L2::kCold);
  EXPECT_FALSE(timing.valid);
  EXPECT_TRUE(std::isnan(timing.median_ms));
}

TEST(timing_stats, a_rate_counts_in_powers_of_ten) {
  EXPECT_DOUBLE_EQ(cm::gbps(1e9, 1000), 1);
  EXPECT_DOUBLE_EQ(cm::gbps(4e6, 1), 4);
}

TEST(timing_stats, a_rate_without_a_time_is_not_a_number) {
  EXPECT_TRUE(std::isnan(cm::gbps(1e9, 0)));
  EXPECT_TRUE(std::isnan(cm::gbps(1e9, NAN)));
}

}  // namespace
