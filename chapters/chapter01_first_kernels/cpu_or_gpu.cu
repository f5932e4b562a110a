// SPDX-License-Identifier: MIT
//
// Is it worth sending the work to the GPU?  One addition of two arrays, on one core of the host,
// on the device with the data there, and on the device with the data sent there and back.
//
// Claim:  below some size the host has finished before a kernel could start.  Above it the kernel
//         wins by a wide margin, and a trip for a single addition still loses.
// Input:  n float in pinned memory, from a thousand on.
// Expect: a kernel that takes some microseconds however small n is; a trip that is never worth it.
// Run:    ctest --preset dev -R '^chapter01\.cpu_or_gpu$'
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kBlock = 256;

// --- reference ---------------------------------------------------------------

void add_cpu(float* c, const float* a, const float* b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

// --- kernel ------------------------------------------------------------------

__global__ void add(float* c, const float* a, const float* b, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// --- the three ways ----------------------------------------------------------

/// Three arrays in host memory, and room for them on the device.
class Job {
 public:
  explicit Job(std::size_t n) : n_(n) {
    std::vector<float> values(n);
    cm::fill_random(values, 1, -1.0f, 1.0f);
    std::memcpy(a_.data(), values.data(), a_.bytes());
    cm::fill_random(values, 2, -1.0f, 1.0f);
    std::memcpy(b_.data(), values.data(), b_.bytes());
    want_.resize(n);
    add_cpu(want_.data(), a_.data(), b_.data(), n);
  }

  void on_the_host() { add_cpu(c_.data(), a_.data(), b_.data(), n_); }

  // [snippet:trip]
  void on_the_device() {
    add<<<static_cast<unsigned>((n_ + kBlock - 1) / kBlock), kBlock>>>(d_c_.data(), d_a_.data(),
                                                                       d_b_.data(), n_);
  }
  void there_and_back() {
    CUDA_CHECK(cudaMemcpyAsync(d_a_.data(), a_.data(), a_.bytes(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyAsync(d_b_.data(), b_.data(), b_.bytes(), cudaMemcpyHostToDevice));
    on_the_device();
    CUDA_CHECK(cudaMemcpyAsync(c_.data(), d_c_.data(), c_.bytes(), cudaMemcpyDeviceToHost));
  }
  // [/snippet:trip]

  /// True if `run` and the work that it started leave the sums in host memory.
  template <class Run>
  bool passes(const char* name, Run&& run) {
    std::memset(c_.data(), 0xFF, c_.bytes());
    d_c_.poison();
    run();
    CUDA_CHECK_LAST();
    CUDA_CHECK(cudaDeviceSynchronize());
    return cm::check_close(name, std::vector<float>(c_.begin(), c_.end()), want_);
  }

 private:
  std::size_t n_;
  cm::PinnedBuffer<float> a_{n_}, b_{n_}, c_{n_};
  cm::DeviceBuffer<float> d_a_{n_}, d_b_{n_}, d_c_{n_};
  std::vector<float> want_;
};

// --- check, time, check again ------------------------------------------------

/// Host milliseconds of `run` until the GPU is done as well; median of several.
template <class Run>
cm::Timing host_time(const cm::Options& options, Run&& run) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> samples;
  const int count = !cm::kHasTime || options.profile ? 0 : options.quick ? 3 : 30;
  for (int s = -1; s < count; ++s) {  // the first one warms up
    const Clock::time_point start = Clock::now();
    run();
    CUDA_CHECK(cudaDeviceSynchronize());
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    if (s >= 0) samples.push_back(ms);
  }
  return cm::summarize(std::move(samples), 1, cm::L2::kWarm);
}

bool measure(cm::Report& report, const cm::Options& options, std::size_t n) {
  Job job(n);
  const auto host = [&] { job.on_the_host(); };
  const auto device = [&] { job.on_the_device(); };
  const auto trip = [&] { job.there_and_back(); };
  if (!job.passes("host", host) || !job.passes("trip", trip)) return false;
  const cm::Timing host_timing = host_time(options, host);
  const cm::Timing device_timing = host_time(options, device);
  const cm::Timing trip_timing = host_time(options, trip);
  if (!job.passes("host", host) || !job.passes("trip", trip)) return false;
  report.add(cm::Row("add", "host").n(n).timing(host_timing));
  report.add(cm::Row("add", "device").n(n).timing(device_timing));
  report.add(cm::Row("add", "there_and_back").n(n).timing(trip_timing));
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter01.cpu_or_gpu", options);
  const int largest = options.quick ? 14 : 26;
  for (int log_n = 10; log_n <= largest; log_n += 2) {
    if (!measure(report, options, (std::size_t{1} << log_n) + 3)) return report.fail();
  }
  return report.finish();
}
