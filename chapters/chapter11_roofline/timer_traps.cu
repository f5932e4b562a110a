// SPDX-License-Identifier: MIT
//
// Seven ways to get a wrong time, each beside the right one.
//
// Claim:  the book's timer, and a second method that shares no line with it, agree; each of the
//         common mistakes gives another number.
// Input:  a copy of n float, far larger than L2 or far smaller; its output is checked each time.
// Expect: unsynchronised and wrong-stream times have nothing to do with the kernel; a lone short
//         kernel looks longer than it is; a flush between the events is timed as well; data in L2,
//         or kept there on purpose, looks faster than DRAM.
// Run:    ctest --preset dev -R '^chapter11\.timer_traps$'
#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr int kSamples = 50;

// --- kernels -----------------------------------------------------------------

__global__ void copy(float4* out, const float4* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// [snippet:gate]
/// Holds its stream until the host opens the gate: what is queued behind it starts without a gap.
/// Gives up after a second or so, in case a tool makes the host wait for this very kernel.
__global__ void wait_for(const volatile int* open) {
  const long long start = clock64();
  while (*open == 0 && clock64() - start < 2'000'000'000) {
  }
}
// [/snippet:gate]

// --- what is timed -----------------------------------------------------------

std::vector<float> random_numbers(std::size_t n) {
  std::vector<float> numbers(n);
  cm::fill_random(numbers, 16, 0.0f, 1.0f);
  return numbers;
}

/// A copy of `n` float, n a multiple of four.
struct Copy {
  explicit Copy(std::size_t n) : in(random_numbers(n)) {}

  void launch(cudaStream_t stream = nullptr) {
    const std::size_t vectors = in.size() / 4;
    copy<<<static_cast<unsigned>((vectors + kBlock - 1) / kBlock), kBlock, 0, stream>>>(
        reinterpret_cast<float4*>(d_out.data()), reinterpret_cast<const float4*>(d_in.data()),
        vectors);
  }
  double bytes() const { return 2.0 * static_cast<double>(d_in.bytes()); }

  std::vector<float> in;
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
};

// --- ways to take a time -----------------------------------------------------

using Clock = std::chrono::steady_clock;

/// Medians of `take()`, which returns milliseconds.
template <class Take>
cm::Timing sample(const cm::Options& options, cm::L2 state, const Take& take) {
  std::vector<double> samples;
  const int wanted = cm::kHasTime && !options.profile ? (options.quick ? 3 : kSamples) : 0;
  if (wanted == 0) take();
  for (int i = 0; i < wanted; ++i) samples.push_back(take());
  CUDA_CHECK(cudaDeviceSynchronize());
  return cm::summarize(std::move(samples), 1, state);
}

// [snippet:traps]
/// Wrong: a launch returns long before the kernel has run.
double unsynchronised_ms(Copy& work) {
  CUDA_CHECK(cudaDeviceSynchronize());
  const Clock::time_point start = Clock::now();
  work.launch();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Wrong: the events are in one stream, the kernel is in another that does not wait for it.
double wrong_stream_ms(Copy& work, const cm::Stream& elsewhere) {
  CUDA_CHECK(cudaDeviceSynchronize());
  cm::Event start, stop;
  start.record();
  work.launch(elsewhere.get());
  stop.record();
  stop.synchronize();
  return cm::elapsed_ms(start, stop);
}

/// One event pair around `work()` alone; right for a kernel that is long enough.
template <class Work>
double pair_ms(const Work& work) {
  CUDA_CHECK(cudaDeviceSynchronize());
  cm::Event start, stop;
  start.record();
  work();
  stop.record();
  stop.synchronize();
  return cm::elapsed_ms(start, stop);
}
// [/snippet:traps]

/// Memory twice as large as L2, to write over: the other way to empty the cache.
class Flush {
 public:
  void operator()() { CUDA_CHECK(cudaMemsetAsync(memory_.data(), 0, memory_.bytes())); }

 private:
  cm::DeviceBuffer<char> memory_{2 * std::max(cm::l2_bytes(), std::size_t{1} << 20)};
};

/// The method of a benchmark library: flush by writing, close a gate, queue events and kernel
/// behind it, open the gate.
class GatedTimer {
 public:
  GatedTimer() {
    CUDA_CHECK(cudaHostAlloc(&open_, sizeof(int), cudaHostAllocMapped));
    CUDA_CHECK(cudaHostGetDevicePointer(&device_open_, open_, 0));
  }
  GatedTimer(const GatedTimer&) = delete;
  GatedTimer& operator=(const GatedTimer&) = delete;
  ~GatedTimer() { CUDA_CHECK(cudaFreeHost(open_)); }

  double operator()(Copy& work) {
    CUDA_CHECK(cudaDeviceSynchronize());
    *static_cast<volatile int*>(open_) = cm::kHasTime ? 0 : 1;
    flush_();
    wait_for<<<1, 1>>>(device_open_);
    start_.record();
    work.launch();
    stop_.record();
    *static_cast<volatile int*>(open_) = 1;
    stop_.synchronize();
    return cm::elapsed_ms(start_, stop_);
  }

 private:
  int* open_ = nullptr;
  int* device_open_ = nullptr;
  Flush flush_;
  cm::Event start_, stop_;
};

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
};

/// Adds the time that `time()` gives for `work`, whose output must be right before and after.
template <class Time>
bool measure(Bench& b, const char* variant, Copy& work, bool from_l2, const Time& time) {
  const auto run = [&] {
    work.launch();
    CUDA_CHECK(cudaDeviceSynchronize());
  };
  if (!cm::leaves(variant, work.d_out, work.in, run)) return false;
  const cm::Timing timing = time();
  CUDA_CHECK_LAST();
  if (!cm::check_close(variant, work.d_out.to_host(), work.in)) return false;
  cm::Row row("copy", variant);
  row.n(work.in.size()).timing(timing);
  row.value("apparent_gbps", timing.valid ? cm::gbps(work.bytes(), timing.median_ms) : NAN);
  b.report.add(from_l2 ? row.from_l2() : row);
  return true;
}

bool measure_large(Bench& b) {
  Copy work(b.options.quick ? 4 * 1003 : std::size_t{1} << 26);
  const cm::Options& o = b.options;
  const cm::Stream elsewhere(cudaStreamNonBlocking);
  Flush flush;
  GatedTimer gated;
  const auto launch = [&] { work.launch(); };
  const auto cold = cm::L2::kCold;
  return measure(b, "right", work, false, [&] { return cm::time_ms(o, launch, cold); }) &&
         measure(b, "gated", work, false,
                 [&] { return sample(o, cold, [&] { return gated(work); }); }) &&
         measure(b, "unsynchronised", work, false,
                 [&] { return sample(o, cold, [&] { return unsynchronised_ms(work); }); }) &&
         measure(
             b, "wrong_stream", work, false,
             [&] { return sample(o, cold, [&] { return wrong_stream_ms(work, elsewhere); }); }) &&
         measure(b, "flush_inside", work, false, [&] {
           return sample(o, cold, [&] {
             return pair_ms([&] {
               flush();
               work.launch();
             });
           });
         });
}

/// Sets aside as much of L2 as the GPU allows, or gives it back.
void set_aside(bool keep) {
  const auto most =
      static_cast<std::size_t>(cm::device_attribute(cudaDevAttrMaxPersistingL2CacheSize));
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, keep ? most : 0));
  if (!keep) CUDA_CHECK(cudaCtxResetPersistingL2Cache());
}

/// The copy, with the wish that L2 keep what it reads in the part set aside.
void launch_kept(Copy& work) {
  cudaLaunchAttribute window{};
  window.id = cudaLaunchAttributeAccessPolicyWindow;
  window.val.accessPolicyWindow.base_ptr = work.d_in.data();
  window.val.accessPolicyWindow.num_bytes = work.d_in.bytes();
  window.val.accessPolicyWindow.hitRatio = 1.0f;
  window.val.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.val.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  const std::size_t vectors = work.in.size() / 4;
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>((vectors + kBlock - 1) / kBlock);
  config.blockDim = kBlock;
  config.attrs = &window;
  config.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&config, copy, reinterpret_cast<float4*>(work.d_out.data()),
                                reinterpret_cast<const float4*>(work.d_in.data()), vectors));
}

bool measure_small(Bench& b) {
  Copy work(b.options.quick ? 4 * 251 : std::size_t{1} << 21);
  const cm::Options& o = b.options;
  GatedTimer gated;
  const auto launch = [&] { work.launch(); };
  const auto cold = cm::L2::kCold;
  const auto warm = cm::L2::kWarm;
  bool ok = measure(b, "right", work, false, [&] { return cm::time_ms(o, launch, cold); }) &&
            measure(b, "gated", work, false,
                    [&] { return sample(o, cold, [&] { return gated(work); }); }) &&
            measure(b, "warm_l2", work, true, [&] { return cm::time_ms(o, launch, warm); }) &&
            measure(b, "lone_pair", work, true,
                    [&] { return sample(o, warm, [&] { return pair_ms(launch); }); });
  if (!ok) return false;
  if (cm::device_attribute(cudaDevAttrMaxPersistingL2CacheSize) == 0) {
    b.report.skip("kept_in_l2", "this GPU sets no part of L2 aside");
    return true;
  }
  set_aside(true);
  const auto kept = [&] { launch_kept(work); };
  ok = measure(b, "kept_in_l2", work, true, [&] { return cm::time_ms(o, kept, cold); });
  set_aside(false);
  return ok;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter11.timer_traps", options);
  Bench bench{report, options};
  return measure_large(bench) && measure_small(bench) ? report.finish() : report.fail();
}
