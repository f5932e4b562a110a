// SPDX-License-Identifier: MIT
//
// When kernels in two streams run together, and what a priority is worth.
//
// Claim:  kernels in different streams may overlap.  A launch in the default stream between them
//         ends that, unless the streams were made as non-blocking.  A higher priority lets waiting
//         blocks go first; it does not interrupt running ones, and the lower number is the higher.
// Input:  kernels that last a given number of cycles and mark that they ran.
// Expect: two kernels take the time of one or of two, as the streams permit; the urgent kernel is
//         done sooner with a high priority, by a wave of blocks or so.
// Run:    ctest --preset dev -R '^chapter09\.concurrency$'
#include <chrono>
#include <cmath>
#include <vector>

#include "common/common.cuh"

constexpr int kSamples = 30;

// --- kernel ------------------------------------------------------------------

/// Each block is busy for `cycles` cycles, then counts itself in *done.
__global__ void busy(unsigned* done, long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  if (threadIdx.x == 0) atomicAdd(done, 1);
}

// --- two kernels -------------------------------------------------------------

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  cm::DeviceBuffer<unsigned> done{1};
  long long cycles = options.quick ? 1'000 : 400'000;

  int samples() const { return cm::kHasTime ? (options.quick ? 3 : kSamples) : 1; }
};

/// Runs `work` several times, each from an idle device; false unless `blocks` blocks ran each time.
/// What `work` returns is a time in milliseconds.
template <class Work>
bool sample(Bench& b, const char* name, unsigned blocks, const Work& work, cm::Timing& timing) {
  std::vector<double> samples;
  for (int i = 0; i < b.samples(); ++i) {
    CUDA_CHECK(cudaMemset(b.done.data(), 0, sizeof(unsigned)));
    CUDA_CHECK(cudaDeviceSynchronize());
    samples.push_back(work());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK_LAST();
    if (!cm::check_close(name, b.done.to_host(), std::vector<unsigned>{blocks})) return false;
  }
  if (!cm::kHasTime) samples.clear();
  timing = cm::summarize(std::move(samples), 1, cm::L2::kWarm);
  return true;
}

// [snippet:two-kernels]
/// A kernel in each of two streams, and perhaps one in the default stream between them.
double two_kernels_ms(Bench& b, cudaStream_t first, cudaStream_t second, bool one_between) {
  const Clock::time_point start = Clock::now();
  busy<<<1, 32, 0, first>>>(b.done.data(), b.cycles);
  if (one_between) busy<<<1, 32>>>(b.done.data(), 1);
  busy<<<1, 32, 0, second>>>(b.done.data(), b.cycles);
  CUDA_CHECK(cudaDeviceSynchronize());
  return ms_since(start);
}
// [/snippet:two-kernels]

bool measure_two(Bench& b, const char* variant, const cm::Stream& first, const cm::Stream& second,
                 bool one_between) {
  cm::Timing timing;
  const auto work = [&] { return two_kernels_ms(b, first.get(), second.get(), one_between); };
  if (!sample(b, variant, one_between ? 3 : 2, work, timing)) return false;
  cm::Row row("two_kernels", variant);
  b.report.add(row.param("default_between", one_between ? "yes" : "no").timing(timing));
  return true;
}

bool measure_streams(Bench& b) {
  const cm::Stream one, other;
  const cm::Stream free_one(cudaStreamNonBlocking), free_other(cudaStreamNonBlocking);
  return measure_two(b, "same_stream", one, one, false) &&
         measure_two(b, "two_streams", one, other, false) &&
         measure_two(b, "two_streams", one, other, true) &&
         measure_two(b, "non_blocking", free_one, free_other, true);
}

// --- priorities --------------------------------------------------------------

/// A stream with a priority; the lower number goes first.
class PriorityStream {
 public:
  explicit PriorityStream(int priority) {
    CUDA_CHECK(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority));
  }
  PriorityStream(const PriorityStream&) = delete;
  PriorityStream& operator=(const PriorityStream&) = delete;
  ~PriorityStream() { CUDA_CHECK(cudaStreamDestroy(stream_)); }
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

// [snippet:priority]
/// How long an urgent kernel of one block takes while a long one fills the GPU many times over.
double urgent_ms(Bench& b, cudaStream_t crowd, unsigned crowd_blocks, cudaStream_t urgent) {
  busy<<<crowd_blocks, 1024, 0, crowd>>>(b.done.data(), b.cycles);
  const Clock::time_point start = Clock::now();
  busy<<<1, 32, 0, urgent>>>(b.done.data(), 1);
  CUDA_CHECK(cudaStreamSynchronize(urgent));
  return ms_since(start);
}
// [/snippet:priority]

bool measure_priorities(Bench& b) {
  int least = 0, greatest = 0;
  CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  if (greatest > least) {
    std::printf("FAIL priorities: greatest is %d, least is %d\n", greatest, least);
    return false;
  }
  constexpr unsigned kWaves = 8;
  const unsigned blocks = b.options.quick ? 4 : kWaves * 2 * cm::sm_count();
  const PriorityStream crowd(least);
  const PriorityStream same(least), higher(greatest);
  const auto measure = [&](const char* variant, const PriorityStream& urgent, int priority) {
    cm::Timing timing;
    const auto work = [&] { return urgent_ms(b, crowd.get(), blocks, urgent.get()); };
    if (!sample(b, variant, blocks + 1, work, timing)) return false;
    cm::Row row("urgent", variant);
    b.report.add(row.param("priority", priority).param("waves", kWaves).timing(timing));
    return true;
  };
  return measure("same_priority", same, least) && measure("high_priority", higher, greatest);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter09.concurrency", options);
  Bench b{report, options};
  return measure_streams(b) && measure_priorities(b) ? report.finish() : report.fail();
}
