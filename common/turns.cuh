// SPDX-License-Identifier: MIT
//
// Several kernels timed in turns, so that a ratio of theirs holds whatever the clocks do.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "common/timing.cuh"

namespace cm {

/// Times all `runs` in turns: the first of each, the second of each, and so on.
///
/// A GPU at its power limit lowers its clocks by what ran before.  Kernels that are timed one after
/// the other would meet other clocks; in turns they meet the same.  Otherwise as time_ms(): a
/// sample is one event pair around one run, 20 samples of each at least.
inline std::vector<Timing> time_in_turns(const Options& options,
                                         const std::vector<std::function<void()>>& runs,
                                         L2 state = L2::kCold) {
  std::vector<Timing> timings;
#ifdef CM_VIRTUAL_GPU
  for (const auto& run : runs) timings.push_back(time_ms(options, run, state));
#else
  if (options.profile) {
    for (const auto& run : runs) timings.push_back(detail::profile_once(run, state));
    return timings;
  }
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  detail::Preparation prepare(state);
  Event start;
  Event stop;
  const auto round = [&](std::vector<std::vector<double>>& samples) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      samples[i].push_back(detail::sample_ms(runs[i], 1, prepare, start, stop));
    }
  };
  std::vector<std::vector<double>> warm_up(runs.size());
  const Clock::time_point first = Clock::now();
  do {
    round(warm_up);
  } while (!options.quick && seconds_since(first) < detail::kWarmUpSeconds);

  const std::size_t fewest = options.quick ? detail::kQuickSamples : detail::kMinSamples;
  const double budget =
      options.quick ? 0.0 : detail::kBudgetSeconds * static_cast<double>(runs.size());
  std::vector<std::vector<double>> samples(runs.size());
  const Clock::time_point sampling = Clock::now();
  for (std::size_t rounds = 0;
       rounds < fewest || (rounds < detail::kMaxSamples && seconds_since(sampling) < budget);
       ++rounds) {
    round(samples);
  }
  for (auto& of_one : samples) timings.push_back(summarize(std::move(of_one), 1, state));
#endif
  return timings;
}

}  // namespace cm
