// SPDX-License-Identifier: MIT
//
// Four ways to time a kernel whose length is known, and what the first launch costs.
//
// Claim:  a host clock that does not wait times the launch, not the kernel; one that waits adds a
//         constant; one event pair adds less of it.  All agree on a long kernel, none on a short
//         one, except where many launches stand between two events.
// Input:  a kernel that lasts a given number of cycles of its own clock, and checks that it did.
// Expect: the unsynchronised time does not grow with the kernel.  The first launch costs
//         thousands of times the second one.
// Run:    ctest --preset dev -R '^chapter01\.how_to_time$'
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

#include "common/common.cuh"

constexpr int kSamples = 50;

// --- kernels -----------------------------------------------------------------

// [snippet:spin]
/// Keeps one thread busy for `cycles` cycles of its SM's clock; `took` gets how many it were.
__global__ void spin(long long* took, long long cycles) {
  const long long start = clock64();
  long long now = start;
  while (now - start < cycles) now = clock64();
  *took = now - start;
}
// [/snippet:spin]

/// A kernel of this program that nobody has launched before.
__global__ void never_launched(int* out) { *out = 1; }

__global__ void copy(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// --- the ways ----------------------------------------------------------------

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// [snippet:ways]
/// Wrong: a launch returns before the kernel has run.
template <class Launch>
double unsynchronised_ms(const Launch& launch) {
  const Clock::time_point start = Clock::now();
  launch();
  return ms_since(start);
}

/// Right for long kernels: the launch and the host's waiting are timed as well.
template <class Launch>
double synchronised_ms(const Launch& launch) {
  const Clock::time_point start = Clock::now();
  launch();
  CUDA_CHECK(cudaDeviceSynchronize());
  return ms_since(start);
}

/// Better: the GPU itself notes the time before and after.
template <class Launch>
double event_ms(const Launch& launch) {
  cm::Event start;
  cm::Event stop;
  start.record();
  launch();
  stop.record();
  stop.synchronize();
  return cm::elapsed_ms(start, stop);
}
// [/snippet:ways]

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  int samples() const { return cm::kHasTime ? options.quick ? 3 : kSamples : 0; }
};

/// Median and quartiles of what `way` says, each time from an idle GPU.
template <class Way, class Launch>
cm::Timing sample(const Bench& b, Way&& way, const Launch& launch) {
  std::vector<double> samples;
  for (int i = 0; i < b.samples(); ++i) {
    CUDA_CHECK(cudaDeviceSynchronize());
    samples.push_back(way(launch));
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  return cm::summarize(std::move(samples), 1, cm::L2::kWarm);
}

bool lasted(const cm::DeviceBuffer<long long>& took, long long cycles) {
  const long long got = took.to_host()[0];
  if (got >= cycles) return true;
  std::printf("FAIL spin: it took %lld cycles want at least %lld\n", got, cycles);
  return false;
}

bool measure_ways(Bench& b, long long cycles) {
  cm::DeviceBuffer<long long> took(1);
  const auto launch = [&] { spin<<<1, 1>>>(took.data(), cycles); };
  const auto nothing = [] {};
  took.poison();  // -1 as a number
  launch();
  CUDA_CHECK_LAST();
  if (!lasted(took, cycles)) return false;
  const auto unsynchronised = [](const auto& l) { return unsynchronised_ms(l); };
  const auto synchronised = [](const auto& l) { return synchronised_ms(l); };
  const auto event_pair = [](const auto& l) { return event_ms(l); };
  const auto own_cycles = static_cast<double>(took.to_host()[0]);
  const auto add = [&](const char* variant, const cm::Timing& timing) {
    cm::Row row("way", variant);
    b.report.add(row.param("cycles", cycles).timing(timing).value("own_cycles", own_cycles));
  };
  add("unsynchronised", sample(b, unsynchronised, launch));
  add("synchronised", sample(b, synchronised, launch));
  add("event_pair", sample(b, event_pair, launch));
  add("many_between_events", cm::time_ms(b.options, launch, cm::L2::kWarm));
  add("events_alone", sample(b, event_pair, nothing));
  return lasted(took, cycles);
}

// --- the first time ----------------------------------------------------------

/// What the first uses of a GPU in a process take.  Has to be called before any other use.
void measure_first(cm::Report& report, const cm::Options& options) {
  cm::Row row("first", "process");
  const auto time = [&](const char* name, const auto& work) {
    const double ms = synchronised_ms(work);
    row.value(name, cm::kHasTime && !options.profile ? ms : NAN);
  };
  int* d_out = nullptr;
  time("context_ms", [] { CUDA_CHECK(cudaFree(nullptr)); });
  time("first_malloc_ms", [&] { CUDA_CHECK(cudaMalloc(&d_out, sizeof(int))); });
  time("first_launch_ms", [&] { never_launched<<<1, 1>>>(d_out); });
  time("second_launch_ms", [&] { never_launched<<<1, 1>>>(d_out); });
  time("third_launch_ms", [&] { never_launched<<<1, 1>>>(d_out); });
  CUDA_CHECK(cudaFree(d_out));
  if (cm::kHasTime) report.add(row);
}

/// How a copy's time settles after a pause.  One event pair a launch; the median of several tries.
bool measure_warm_up(Bench& b) {
  const std::size_t n = b.options.quick ? 10'007 : (std::size_t{1} << 26) + 7;
  std::vector<float> in(n);
  cm::fill_random(in, 1, 0.0f, 1.0f);
  const cm::DeviceBuffer<float> d_in(in);
  cm::DeviceBuffer<float> d_out(n);
  const auto launch = [&] {
    copy<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_out.data(), d_in.data(), n);
  };
  const std::vector<int> shown = {1, 2, 3, 5, 10, 20, 50};
  std::vector<std::vector<double>> samples(shown.back() + 1);
  d_out.poison();
  for (int tries = 0; tries < (b.options.quick ? 1 : 5); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(b.options.quick ? 1 : 200));
    for (int i = 1; i <= (cm::kHasTime ? shown.back() : 1); ++i) {
      samples[i].push_back(event_ms(launch));
    }
  }
  CUDA_CHECK_LAST();
  if (!cm::check_close("copy", d_out.to_host(), in)) return false;
  for (const int i : cm::kHasTime ? shown : std::vector<int>{}) {
    const cm::Timing timing = cm::summarize(samples[i], 1, cm::L2::kWarm);
    cm::Row row("warm_up", "copy");
    b.report.add(row.n(n).param("launch", i).timing(timing));
  }
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter01.how_to_time", options);
  Bench bench{report, options};
  measure_first(report, options);
  bool ok = measure_warm_up(bench);
  for (const long long cycles : {0, 1'000, 10'000, 100'000, 1'000'000}) {
    if (options.quick && cycles > 10'000) continue;
    ok = ok && measure_ways(bench, cycles);
  }
  return ok ? report.finish() : report.fail();
}
