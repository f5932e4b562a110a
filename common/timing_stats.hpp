// SPDX-License-Identifier: MIT
//
// What a timing is, in plain C++: the sampling itself is in timing.cuh.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace cm {

/// State of the L2 cache at the start of a sample.
enum class L2 {
  kCold,  ///< Holds nothing of the kernel's data, and no dirty line.
  kWarm,  ///< Holds what the run before left.
};

/// The spread of one measurement.  Times are milliseconds for one run, NaN if not `valid`.
struct Timing {
  double median_ms = std::numeric_limits<double>::quiet_NaN();
  double q1_ms = std::numeric_limits<double>::quiet_NaN();  ///< Lower quartile.
  double q3_ms = std::numeric_limits<double>::quiet_NaN();  ///< Upper quartile.
  int samples = 0;                                          ///< Event pairs.
  int batch = 1;                                            ///< Runs within an event pair.
  L2 l2 = L2::kCold;
  bool valid = false;  ///< False under a profiler and on the virtual GPU, where time means nothing.
};

/// The value below which a fraction `q` of `sorted` lies, interpolated between its neighbours.
/// `sorted` ascends and is not empty; `q` is in [0, 1].
inline double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// Median and quartiles of `samples_ms` (milliseconds for one run); not valid if there are none.
inline Timing summarize(std::vector<double> samples_ms, int batch, L2 l2) {
  Timing timing;
  timing.batch = batch;
  timing.l2 = l2;
  if (samples_ms.empty()) return timing;
  std::sort(samples_ms.begin(), samples_ms.end());
  timing.q1_ms = quantile(samples_ms, 0.25);
  timing.median_ms = quantile(samples_ms, 0.5);
  timing.q3_ms = quantile(samples_ms, 0.75);
  timing.samples = static_cast<int>(samples_ms.size());
  timing.valid = true;
  return timing;
}

/// Rate in 1e9 bytes a second.  The only place where a rate is made, so no table mixes it with
/// GiB.  NaN if `ms` is not a positive number.
inline double gbps(double bytes, double ms) {
  return ms > 0 ? bytes / ms / 1e6 : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace cm
