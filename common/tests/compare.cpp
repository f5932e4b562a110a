// SPDX-License-Identifier: MIT
//
// A comparison that cannot fail is worse than none: most of these show one that does.
#include "common/compare.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

/// What check_close prints; empty if it passes.
template <class T>
std::string complaint(const std::vector<T>& got, const std::vector<T>& want,
                      cm::Tolerance tolerance = {}) {
  testing::internal::CaptureStdout();
  const bool passed = cm::check_close("case", got, want, tolerance);
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(passed, text.empty());
  return text;
}

cm::Tolerance relative(double rel) { return {0, rel, false}; }

TEST(compare, equal_vectors_pass) {
  EXPECT_EQ(complaint<float>({}, {}), "");
  EXPECT_EQ(complaint<float>({1, -0.0f, kInf}, {1, 0.0f, kInf}), "");
}

TEST(compare, nan_fails_and_is_named) {
  EXPECT_EQ(complaint<float>({96, kNan}, {96, 97}),
            "FAIL case: [1] got nan want 97 rel_tol 0 (1 of 2 wrong)\n");
}

TEST(compare, nan_fails_with_any_tolerance) {
  EXPECT_NE(complaint<float>({kNan}, {1}, {1e30, 1e30, false}), "");
  EXPECT_NE(complaint<float>({kNan}, {kNan}, {1e30, 1e30, false}), "");
  EXPECT_NE(complaint<float>({1}, {kNan}, {1e30, 1e30, true}), "");
  EXPECT_NE(complaint<float>({1}, {2}, {kNan, 0, false}), "");
}

TEST(compare, nan_passes_where_it_is_declared) {
  EXPECT_EQ(complaint<float>({kNan}, {kNan}, {0, 0, true}), "");
}

TEST(compare, infinities_fail_unless_they_are_wanted) {
  EXPECT_NE(complaint<float>({kInf}, {1}, relative(0.5)), "");
  EXPECT_NE(complaint<float>({1}, {kInf}, relative(0.5)), "");
  EXPECT_NE(complaint<float>({-kInf}, {kInf}, relative(0.5)), "");
}

TEST(compare, a_wrong_size_fails) {
  EXPECT_EQ(complaint<float>({1, 2}, {1, 2, 3}), "FAIL case: got 2 elements want 3\n");
  EXPECT_NE(complaint<float>({}, {1}), "");
}

TEST(compare, the_bound_itself_passes_and_beyond_fails) {
  EXPECT_EQ(complaint<double>({1.5}, {1}, {0.5, 0, false}), "");
  EXPECT_EQ(complaint<double>({1.5}, {1}, {0.25, 0.25, false}), "");
  EXPECT_EQ(complaint<double>({1.5}, {1}, {0.25, 0.125, false}),
            "FAIL case: [0] got 1.5 want 1 abs_tol 0.25 rel_tol 0.125 (1 of 1 wrong)\n");
}

TEST(compare, the_worst_element_is_named) {
  EXPECT_EQ(complaint<int>({1, 5, 3, 9}, {1, 2, 3, 4}),
            "FAIL case: [3] got 9 want 4 rel_tol 0 (2 of 4 wrong)\n");
  EXPECT_EQ(complaint<float>({9, kNan}, {1, 1}),
            "FAIL case: [1] got nan want 1 rel_tol 0 (2 of 2 wrong)\n");
}

TEST(compare, integers_that_are_equal_as_doubles_still_differ) {
  const std::int64_t big = std::int64_t{1} << 60;
  EXPECT_EQ(complaint<std::int64_t>({big + 1}, {big}),
            "FAIL case: [0] got 1152921504606846977 want 1152921504606846976 rel_tol 0 "
            "(1 of 1 wrong)\n");
}

TEST(compare, a_poisoned_element_fails_for_each_type) {
  EXPECT_NE(complaint<unsigned>({0xFFFFFFFFu}, {7}), "");
  EXPECT_NE(complaint<int>({-1}, {7}), "");
}

TEST(compare, the_tolerance_of_a_sum_grows_with_terms_and_magnitude) {
  EXPECT_DOUBLE_EQ(cm::sum_tolerance(17, 0x1p-23, 10).abs, 170 * 0x1p-23);
}

}  // namespace
