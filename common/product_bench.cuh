// SPDX-License-Identifier: MIT
//
// Ways to multiply two matrices, each checked, all timed in turns.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/buffers.cuh"
#include "common/check.cuh"
#include "common/options.hpp"
#include "common/product_check.hpp"
#include "common/report.hpp"
#include "common/turns.cuh"

namespace cm {

/// One way to multiply: the row that tells of it, how far it may be off, and what to launch.
struct ProductWay {
  Row row;
  std::string variant;
  Tolerance tolerance;
  std::function<void()> run;
};

/// A matrix of `rows` x `cols` random numbers between -1 and 1.
inline std::vector<float> random_matrix(int rows, int cols, unsigned seed) {
  std::vector<float> matrix(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  fill_random(matrix, seed, -1.0f, 1.0f);
  return matrix;
}

/// Adds a row for each of `ways`, which all write to `d_c`, if the check passes before and after
/// they are timed; otherwise prints the mismatch and returns false.
///
/// Each row gets the shape, the time, and the rate.  T is the type of the result.
template <class T>
bool measure_products(Report& report, const Options& options, ProductShape shape,
                      const ProductCheck& right, DeviceBuffer<T>& d_c,
                      const std::vector<ProductWay>& ways, L2 state = L2::kCold) {
  const auto passes = [&](const ProductWay& way) {
    d_c.poison();
    way.run();
    CUDA_CHECK_LAST();
    const std::vector<T> c = d_c.to_host();
    return right(way.variant.c_str(), std::vector<float>(c.begin(), c.end()), way.tolerance);
  };
  std::vector<std::function<void()>> runs;
  for (const ProductWay& way : ways) {
    if (!passes(way)) return false;
    runs.push_back(way.run);
  }
  const std::vector<Timing> timings = time_in_turns(options, runs, state);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (!passes(ways[i])) return false;
    Row row = ways[i].row;
    row.n(static_cast<std::size_t>(shape.m) * static_cast<std::size_t>(shape.n));
    row.param("rows", shape.m).param("cols", shape.n).param("depth", shape.k);
    row.value("tflops", product_flops(shape) / timings[i].median_ms / 1e9);
    report.add(row.timing(timings[i]));
  }
  return true;
}

}  // namespace cm
