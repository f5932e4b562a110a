// SPDX-License-Identifier: MIT
//
// Is this matrix the product of those two?  Asked so that it can be answered for large ones, too.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "common/compare.hpp"
#include "common/random.hpp"

namespace cm {

/// The size of a product: C (m x n) = A (m x k) times B (k x n).
struct ProductShape {
  int m = 0;
  int n = 0;
  int k = 0;
};

/// Multiplications and additions of the product.
inline double product_flops(ProductShape s) {
  return 2.0 * static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k);
}

/// The tolerance for products of numbers between -1 and 1 with random signs that are summed with a
/// rounding of `eps`.  A partial sum grows as the root of its length, so the errors of k steps,
/// which have random signs too, add up to a small part of k times eps.
inline Tolerance product_tolerance(int k, double eps) {
  Tolerance tolerance;
  tolerance.abs = 4 * eps * k;
  return tolerance;
}

/// Judges results against A and B, all row major, in double precision on the host.
///
/// A small product is computed.  Of a large one, a grid of entries is computed, and each row is
/// checked as a whole: for x of random signs, C x = A (B x) needs k (m + n) + m n steps, not m n k.
/// With random signs, errors e_j of a row add up to more than eight times the root of the sum of
/// e_j^2 with a probability below 1e-13; a wrong entry stands out from that.
class ProductCheck {
 public:
  /// Keeps references: `a` and `b` must live as long.
  ProductCheck(ProductShape shape, const std::vector<float>& a, const std::vector<float>& b)
      : shape_(shape), a_(a), b_(b) {
    if (product_flops(shape_) <= kComputeBelowFlops) {
      for (int row = 0; row < shape_.m; ++row) {
        for (int col = 0; col < shape_.n; ++col) want_.push_back(entry(row, col));
      }
    } else {
      for (int col = 0; col < shape_.n; ++col) signs_.push_back(sign(col));
      sums_ = row_sums();
      for (int i = 0; i <= kGrid; ++i) {
        for (int j = 0; j <= kGrid; ++j)
          samples_.push_back(entry(spread(i, shape_.m), spread(j, shape_.n)));
      }
    }
  }

  /// True if each entry of `c` is within `tolerance`, as far as the above can tell; otherwise
  /// prints one line that begins with `FAIL name`.
  bool operator()(const char* name, const std::vector<float>& c, Tolerance tolerance) const {
    if (c.size() != at(shape_.m, 0, shape_.n)) {
      std::printf("FAIL %s: got %zu elements want %d x %d\n", name, c.size(), shape_.m, shape_.n);
      return false;
    }
    if (!want_.empty()) return check_close(name, widened(c), want_, tolerance);
    return entries_right(name, c, tolerance) && rows_right(name, c, tolerance);
  }

 private:
  static constexpr double kComputeBelowFlops = 1e8;
  static constexpr int kGrid = 61;
  static constexpr double kDeviations = 8;

  static std::size_t at(int row, int col, int cols) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) +
           static_cast<std::size_t>(col);
  }
  static std::vector<double> widened(const std::vector<float>& c) { return {c.begin(), c.end()}; }

  double entry(int row, int col) const {
    double sum = 0;
    for (int i = 0; i < shape_.k; ++i) {
      sum += static_cast<double>(a_[at(row, i, shape_.k)]) *
             static_cast<double>(b_[at(i, col, shape_.n)]);
    }
    return sum;
  }

  static double sign(int col) {
    return (random_bits(77, static_cast<std::uint64_t>(col)) & 1) != 0 ? 1.0 : -1.0;
  }

  /// A (B x).
  std::vector<double> row_sums() const {
    std::vector<double> bx(static_cast<std::size_t>(shape_.k));
    for (int i = 0; i < shape_.k; ++i) bx[static_cast<std::size_t>(i)] = signed_sum(b_, i);
    std::vector<double> sums;
    for (int row = 0; row < shape_.m; ++row) {
      double sum = 0;
      for (int i = 0; i < shape_.k; ++i) {
        sum += static_cast<double>(a_[at(row, i, shape_.k)]) * bx[static_cast<std::size_t>(i)];
      }
      sums.push_back(sum);
    }
    return sums;
  }

  /// Row `row` of `matrix`, which has n columns, times x.
  double signed_sum(const std::vector<float>& matrix, int row) const {
    double sum = 0;
    for (int col = 0; col < shape_.n; ++col) {
      sum += signs_[static_cast<std::size_t>(col)] *
             static_cast<double>(matrix[at(row, col, shape_.n)]);
    }
    return sum;
  }

  bool entries_right(const char* name, const std::vector<float>& c, Tolerance tolerance) const {
    std::vector<double> got;
    for (int i = 0; i <= kGrid; ++i) {
      for (int j = 0; j <= kGrid; ++j) {
        got.push_back(
            static_cast<double>(c[at(spread(i, shape_.m), spread(j, shape_.n), shape_.n)]));
      }
    }
    return check_close(name, got, samples_, tolerance);
  }

  /// Point i of kGrid + 1 from the first to the last of `count`.
  static int spread(int i, int count) {
    return static_cast<int>(static_cast<long long>(count - 1) * i / kGrid);
  }

  bool rows_right(const char* name, const std::vector<float>& c, Tolerance tolerance) const {
    for (int row = 0; row < shape_.m; ++row) {
      double squares = 0;
      for (int col = 0; col < shape_.n; ++col) {
        const double value = std::fabs(static_cast<double>(c[at(row, col, shape_.n)]));
        const double error = tolerance.abs + tolerance.rel * value;
        squares += error * error;
      }
      const double got = signed_sum(c, row);
      const double want = sums_[static_cast<std::size_t>(row)];
      const double bound = kDeviations * std::sqrt(squares);
      if (!(std::fabs(got - want) <= bound)) {
        std::printf("FAIL %s: row %d times random signs: got %.9g want %.9g abs_tol %g\n", name,
                    row, got, want, bound);
        return false;
      }
    }
    return true;
  }

  ProductShape shape_;
  const std::vector<float>& a_;
  const std::vector<float>& b_;
  std::vector<double> want_;  // all entries, of a small product
  // Of a large one: x, A (B x), and the grid of entries.
  std::vector<double> signs_;
  std::vector<double> sums_;
  std::vector<double> samples_;
};

}  // namespace cm
