// SPDX-License-Identifier: MIT
#include "common/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace {

template <class T>
std::vector<T> filled(std::size_t size, unsigned seed, T lo, T hi) {
  std::vector<T> values(size);
  cm::fill_random(values, seed, lo, hi);
  return values;
}

/// The book's inputs are the same everywhere; a change of these is a change of every result.
TEST(random, the_first_values_never_change) {
  EXPECT_EQ(cm::random_bits(0, 0), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(filled<int>(4, 1, 0, 99), filled<int>(4, 1, 0, 99));
  EXPECT_NE(filled<int>(4, 1, 0, 99), filled<int>(4, 2, 0, 99));
}

TEST(random, a_longer_vector_begins_with_the_shorter_one) {
  const auto few = filled<float>(10, 3, -1, 1);
  const auto many = filled<float>(1000, 3, -1, 1);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(random, floats_fill_the_half_open_range) {
  for (const float value : filled<float>(100000, 4, 0.5f, 2.0f)) {
    ASSERT_GE(value, 0.5f);
    ASSERT_LT(value, 2.0f);
  }
  const auto doubles = filled<double>(100000, 4, 0, 1);
  EXPECT_LT(*std::min_element(doubles.begin(), doubles.end()), 0.001);
  EXPECT_GT(*std::max_element(doubles.begin(), doubles.end()), 0.999);
}

TEST(random, integers_reach_both_ends) {
  const auto values = filled<int>(1000, 5, -2, 2);
  EXPECT_EQ(std::set<int>(values.begin(), values.end()), (std::set<int>{-2, -1, 0, 1, 2}));
  const auto bytes = filled<std::uint8_t>(10000, 5, 0, 255);
  EXPECT_EQ(std::set<std::uint8_t>(bytes.begin(), bytes.end()).size(), 256u);
}

TEST(random, the_whole_range_of_64_bits_is_fine) {
  using Limits = std::numeric_limits<std::int64_t>;
  const auto values = filled<std::int64_t>(1000, 6, Limits::min(), Limits::max());
  EXPECT_EQ(std::set<std::int64_t>(values.begin(), values.end()).size(), values.size());
}

TEST(random, neighbours_differ) {
  const auto values = filled<float>(100000, 7, 0, 1);
  EXPECT_EQ(std::adjacent_find(values.begin(), values.end()), values.end());
}

}  // namespace
