// SPDX-License-Identifier: MIT
//
// Check, time, check again, for programs whose rows differ only in what is launched.
#pragma once

#include <vector>

#include "common/buffers.cuh"
#include "common/check.cuh"
#include "common/compare.hpp"
#include "common/options.hpp"
#include "common/report.hpp"
#include "common/timing.cuh"

namespace cm {

/// A program's report, its options, and the state of L2 that its rows are timed in.
struct Bench {
  Report& report;
  const Options& options;
  L2 l2 = L2::kCold;
};

/// True if `run` leaves `want` in `out`, which is poisoned first.
template <class T, class Run>
bool leaves(const char* name, DeviceBuffer<T>& out, const std::vector<T>& want, Run&& run,
            Tolerance tolerance = {}) {
  out.poison();
  run();
  CUDA_CHECK_LAST();
  return check_close(name, out.to_host(), want, tolerance);
}

/// Adds `row` with the time of `run`, if `run` leaves `want` in `out` before and after it is timed.
/// Otherwise prints the mismatch as `name` and returns false.
template <class T, class Run>
bool add_checked(const Bench& bench, Row row, const char* name, DeviceBuffer<T>& out,
                 const std::vector<T>& want, Run&& run, Tolerance tolerance = {}) {
  if (!leaves(name, out, want, run, tolerance)) return false;
  const Timing timing = time_ms(bench.options, run, bench.l2);
  if (!leaves(name, out, want, run, tolerance)) return false;
  bench.report.add(row.timing(timing));
  return true;
}

}  // namespace cm
