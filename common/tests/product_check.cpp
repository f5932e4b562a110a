// SPDX-License-Identifier: MIT
//
// The check of products must see one wrong entry among millions, and pass what is merely rounded.
#include "common/product_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using Matrix = std::vector<float>;

std::size_t at(int row, int col, int cols) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) +
         static_cast<std::size_t>(col);
}

Matrix random_matrix(int rows, int cols, unsigned seed) {
  Matrix matrix(at(rows, 0, cols));
  cm::fill_random(matrix, seed, -1.0f, 1.0f);
  return matrix;
}

Matrix multiply(cm::ProductShape s, const Matrix& a, const Matrix& b) {
  Matrix c(at(s.m, 0, s.n));
  for (int row = 0; row < s.m; ++row) {
    for (int i = 0; i < s.k; ++i) {
      for (int col = 0; col < s.n; ++col)
        c[at(row, col, s.n)] += a[at(row, i, s.k)] * b[at(i, col, s.n)];
    }
  }
  return c;
}

/// A product, and what the check prints about a changed result.
class ProductCheck : public testing::TestWithParam<cm::ProductShape> {
 protected:
  std::string complaint(const Matrix& result) const {
    testing::internal::CaptureStdout();
    const bool passed = check(  //
        "case", result, cm::product_tolerance(shape.k, std::numeric_limits<float>::epsilon()));
    std::string text = testing::internal::GetCapturedStdout();
    EXPECT_EQ(passed, text.empty());
    return text;
  }

  cm::ProductShape shape = GetParam();
  Matrix a = random_matrix(shape.m, shape.k, 1);
  Matrix b = random_matrix(shape.k, shape.n, 2);
  Matrix c = multiply(shape, a, b);
  cm::ProductCheck check{shape, a, b};
};

TEST_P(ProductCheck, passes_a_product_with_rounded_sums) { EXPECT_EQ(complaint(c), ""); }

TEST_P(ProductCheck, sees_one_wrong_entry_wherever_it_is) {
  for (const int row : {0, shape.m / 2, shape.m - 1}) {
    for (const int col : {0, shape.n / 3, shape.n - 1}) {
      Matrix wrong = c;
      wrong[at(row, col, shape.n)] += 1.0f;
      EXPECT_NE(complaint(wrong), "") << row << " " << col;
    }
  }
}

TEST_P(ProductCheck, sees_a_nan) {
  Matrix wrong = c;
  wrong[wrong.size() / 2 + 1] = std::nanf("");
  EXPECT_NE(complaint(wrong), "");
}

TEST_P(ProductCheck, sees_two_exchanged_rows) {
  Matrix wrong = c;
  for (int col = 0; col < shape.n; ++col)
    std::swap(wrong[at(1, col, shape.n)], wrong[at(2, col, shape.n)]);
  EXPECT_NE(complaint(wrong), "");
}

TEST_P(ProductCheck, sees_two_exchanged_columns) {
  Matrix wrong = c;
  for (int row = 0; row < shape.m; ++row)
    std::swap(wrong[at(row, 1, shape.n)], wrong[at(row, 2, shape.n)]);
  EXPECT_NE(complaint(wrong), "");
}

TEST_P(ProductCheck, sees_a_missing_row) {
  EXPECT_NE(complaint(Matrix(c.begin(), c.end() - shape.n)), "");
}

// The first is computed entry by entry; the others are sampled, and summed row by row.
INSTANTIATE_TEST_SUITE_P(shapes, ProductCheck,
                         testing::Values(cm::ProductShape{20, 31, 47},
                                         cm::ProductShape{400, 500, 300},
                                         cm::ProductShape{1001, 403, 129}));

TEST(product_flops, counts_a_multiplication_and_an_addition) {
  EXPECT_EQ(cm::product_flops({2, 3, 4}), 48);
  EXPECT_EQ(cm::product_flops({8192, 8192, 8192}), 0x1p40);
}

}  // namespace
