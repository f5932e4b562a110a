// SPDX-License-Identifier: MIT
//
// How long a kernel takes, measured the same way in every program.
#pragma once

#include <cuda_runtime.h>

#include "common/buffers.cuh"
#include "common/check.cuh"
#include "common/device.cuh"
#include "common/options.hpp"
#include "common/stream.cuh"
#include "common/timing_stats.hpp"

#if defined(__CUDA_ARCH_SIMT__) && !defined(CM_VIRTUAL_GPU)
#define CM_VIRTUAL_GPU 1
#endif

#ifndef CM_VIRTUAL_GPU
#include <cuda_profiler_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>
#endif

namespace cm {

#ifdef CM_VIRTUAL_GPU

/// False where events tell no time.
constexpr bool kHasTime = false;

/// Runs once: the virtual GPU counts, it has no time to tell.
template <class Run>
Timing time_ms(const Options&, Run&& run, L2 state = L2::kCold) {
  run();
  CUDA_CHECK_LAST();
  CUDA_CHECK(cudaDeviceSynchronize());
  return summarize({}, 1, state);
}

#else

/// False where events tell no time.
constexpr bool kHasTime = true;

namespace detail {

constexpr int kMinSamples = 20;
constexpr int kMaxSamples = 200;
constexpr int kQuickSamples = 3;
constexpr double kBudgetSeconds = 0.25;
constexpr double kWarmUpSeconds = 0.02;  // an idle GPU needs some work before its clocks are up
constexpr double kBatchBelowMs = 0.05;
constexpr double kBatchMs = 0.2;
constexpr int kMaxBatch = 200;

/// Reads all `size` words and writes nothing, which the compiler cannot know.
template <class Word>
__global__ void read_all(const Word* in, std::size_t size, unsigned* sink) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  unsigned seen = 0;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < size;
       i += step) {
    const Word word = in[i];
    seen |= word.x | word.y | word.z | word.w;
  }
  if (seen != 0) *sink = seen;
}

/// Keeps the GPU busy for `cycles`, touching no memory.
template <class Cycles>
__global__ void hold(Cycles cycles) {
  const Cycles start = clock64();
  while (clock64() - start < cycles) {
  }
}

/// Puts the GPU into the state that a sample starts from, without waiting for it.
///
/// Cold: reads twice the L2's size, which evicts the kernel's data; reading leaves no dirty line
/// whose write-back would fall into the sample.  Both ways keep the GPU busy until the host has
/// enqueued the sample, so that no launch latency is timed.
class Preparation {
 public:
  explicit Preparation(L2 state)
      : state_(state), words_(state == L2::kCold ? 2 * l2_bytes() / sizeof(uint4) : 0), sink_(1) {
    if (words_.size() != 0) CUDA_CHECK(cudaMemset(words_.data(), 0, words_.bytes()));
  }

  void operator()(int batch) {
    constexpr long long kCyclesForEvents = 40'000;
    constexpr long long kCyclesForLaunch = 10'000;
    if (state_ == L2::kCold) {
      read_all<<<4 * sm_count_, 512>>>(words_.data(), words_.size(), sink_.data());
    }
    hold<<<1, 1>>>(kCyclesForEvents + batch * kCyclesForLaunch);
    CUDA_CHECK_LAST();
  }

 private:
  L2 state_;
  DeviceBuffer<uint4> words_;
  DeviceBuffer<unsigned> sink_;
  int sm_count_ = sm_count();
};

/// One event pair around `batch` runs: milliseconds for one of them.
template <class Run>
double sample_ms(Run& run, int batch, Preparation& prepare, Event& start, Event& stop) {
  prepare(batch);
  start.record();
  for (int i = 0; i < batch; ++i) run();
  stop.record();
  CUDA_CHECK_LAST();
  stop.synchronize();
  return elapsed_ms(start, stop) / batch;
}

/// Runs once where the profiler looks.
template <class Run>
Timing profile_once(Run& run, L2 state) {
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaProfilerStart());
  run();
  CUDA_CHECK_LAST();
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaProfilerStop());
  return summarize({}, 1, state);
}

/// Runs of a kernel that takes `once_ms` in one event pair, so that the pair's resolution and the
/// gaps around it do not show.  A cold sample holds one run: the second would find a warm cache.
inline int batch_for(double once_ms, L2 state) {
  if (state == L2::kCold || once_ms >= kBatchBelowMs) return 1;
  return std::min(kMaxBatch, static_cast<int>(std::ceil(kBatchMs / std::max(once_ms, 1e-3))));
}

}  // namespace detail

/// Times what `run()` enqueues on the default stream (or on streams that it joins).
///
/// Warms up; then takes at least 20 samples, and more (up to 200) while a quarter of a second
/// lasts.  A sample is one event pair.  With L2::kCold the L2 cache is emptied before each sample,
/// outside the pair; with L2::kWarm kernels under 50 microseconds run in batches, and the time is
/// that of one run.  `--quick` takes 3 samples.  `--profile` calls `run()` exactly once, between
/// cudaProfilerStart and cudaProfilerStop, and the result is not valid.
///
/// Ends the program on a CUDA error.
template <class Run>
Timing time_ms(const Options& options, Run&& run, L2 state = L2::kCold) {
  using Clock = std::chrono::steady_clock;
  if (options.profile) return detail::profile_once(run, state);
  const auto seconds_since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };

  detail::Preparation prepare(state);
  Event start;
  Event stop;
  const Clock::time_point warm_up = Clock::now();
  double once_ms = 0;
  do {
    once_ms = detail::sample_ms(run, 1, prepare, start, stop);
  } while (!options.quick && seconds_since(warm_up) < detail::kWarmUpSeconds);

  const int batch = detail::batch_for(once_ms, state);
  const std::size_t fewest = options.quick ? detail::kQuickSamples : detail::kMinSamples;
  const double budget = options.quick ? 0.0 : detail::kBudgetSeconds;
  std::vector<double> samples;
  const Clock::time_point sampling = Clock::now();
  while (samples.size() < fewest ||
         (samples.size() < detail::kMaxSamples && seconds_since(sampling) < budget)) {
    samples.push_back(detail::sample_ms(run, batch, prepare, start, stop));
  }
  return summarize(std::move(samples), batch, state);
}

#endif

}  // namespace cm
