// SPDX-License-Identifier: MIT
//
// Copy in, compute, copy out: cut into chunks over several streams, beside the ideal.
//
// Claim:  from pinned memory the pipeline comes close to the ideal that follows from its three
//         parts measured alone; from pageable memory it hardly overlaps.
// Input:  n float, no multiple of the chunk; the kernel takes a quarter longer than a copy, so
//         that it sets the pace even where copies in both directions slow each other down.
// Expect: one stream takes the sum of the parts, four streams little more than the longest.
// Run:    ctest --preset dev -R '^chapter09\.streams$'
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr int kMaxStreams = 8;
enum Stage { kCopyIn, kCompute, kCopyOut, kStages };
constexpr const char* kStageNames[kStages] = {"copy_in", "compute", "copy_out"};
constexpr double kComputePerCopy = 1.25;
constexpr float kPull = 0.9999f;  // the distance to 1 that a round leaves

// --- reference ---------------------------------------------------------------

/// `rounds` rounds of x -> kPull * x + (1 - kPull), which close in on 1: a geometric series.
std::vector<float> pull_cpu(const std::vector<float>& in, int rounds) {
  const double left = std::pow(static_cast<double>(kPull), rounds);
  std::vector<float> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i] = static_cast<float>(1.0 + left * (static_cast<double>(in[i]) - 1.0));
  }
  return out;
}

// --- kernel ------------------------------------------------------------------

/// Pulls each of `count` elements to 1, `rounds` times: as much work as one asks for.
__global__ void pull(float* out, const float* in, std::size_t count, int rounds) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= count) return;
  float x = in[i];
  for (int r = 0; r < rounds; ++r) x = kPull * x + (1.0f - kPull);
  out[i] = x;
}

// --- the ideal ---------------------------------------------------------------

/// Milliseconds of the three stages of the whole job.
using Parts = std::array<double, kStages>;

/// Milliseconds until the last chunk is out, if a chunk waits for nothing but the chunk before it
/// in its stage and in its stream.  With enough streams this is the sum of the parts for one
/// chunk, and the longest part for each of the others.
constexpr double ideal_ms(const Parts& parts, int chunks, int streams) {
  std::array<double, kStages> stage_free{};
  std::array<double, kMaxStreams> stream_free{};
  for (int c = 0; c < chunks; ++c) {
    double& now = stream_free[c % streams];
    for (int s = 0; s < kStages; ++s) {
      now = std::max(now, stage_free[s]) + parts[s] / chunks;
      stage_free[s] = now;
    }
  }
  return stage_free[kStages - 1];
}
static_assert(ideal_ms({1, 4, 1}, 1, 1) == 6, "one chunk: the sum");
static_assert(ideal_ms({1, 4, 1}, 2, 2) == 5, "two chunks: half the sum, half the longest");

// --- the pipeline ------------------------------------------------------------

/// One array in host memory, the results, and room for both on the device.
struct Job {
  const char* memory;  // "pinned" or "pageable"
  const float* in;
  float* out;
  std::size_t n;
  int rounds;
  cm::DeviceBuffer<float> d_in{n}, d_out{n};
};

// [snippet:stages]
/// Enqueues one stage for the `count` elements from `first` on.
void enqueue_stage(Job& job, int stage, std::size_t first, std::size_t count, cudaStream_t stream) {
  float* const d_in = job.d_in.data() + first;
  float* const d_out = job.d_out.data() + first;
  const std::size_t bytes = count * sizeof(float);
  if (stage == kCopyIn) {
    CUDA_CHECK(cudaMemcpyAsync(d_in, job.in + first, bytes, cudaMemcpyHostToDevice, stream));
  } else if (stage == kCompute) {
    const auto blocks = static_cast<unsigned>((count + kBlock - 1) / kBlock);
    pull<<<blocks, kBlock, 0, stream>>>(d_out, d_in, count, job.rounds);
    CUDA_CHECK_LAST();
  } else {
    CUDA_CHECK(cudaMemcpyAsync(job.out + first, d_out, bytes, cudaMemcpyDeviceToHost, stream));
  }
}
// [/snippet:stages]

/// Enqueues the job in `chunks` chunks, taking the streams in turn.  It starts after the work on
/// the default stream, which then waits for it.  `mark(chunk, stage, stream)` is called where a
/// chunk is about to enter a stage, and with kStages where it has left the last one.
template <class Mark>
void enqueue(Job& job, const std::vector<cm::Stream>& streams, int chunks, Mark&& mark) {
  cm::Event fork;
  fork.record();
  for (const auto& stream : streams) CUDA_CHECK(cudaStreamWaitEvent(stream.get(), fork.get()));

  // Whole blocks, so that each chunk starts on a line.
  const std::size_t blocks = (job.n + kBlock - 1) / kBlock;
  const std::size_t per_chunk = (blocks + chunks - 1) / chunks * kBlock;
  // [snippet:chunk-pipeline]
  for (int c = 0; c < chunks; ++c) {
    const std::size_t first = std::min(job.n, c * per_chunk);
    const std::size_t count = std::min(job.n - first, per_chunk);
    cudaStream_t stream = streams[c % streams.size()].get();
    for (int stage : {kCopyIn, kCompute, kCopyOut}) {
      mark(c, stage, stream);
      enqueue_stage(job, stage, first, count, stream);
    }
    mark(c, kStages, stream);
  }
  // [/snippet:chunk-pipeline]

  for (const auto& stream : streams) {
    cm::Event join;
    join.record(stream.get());
    CUDA_CHECK(cudaStreamWaitEvent(nullptr, join.get()));
  }
}

std::vector<cm::Stream> make_streams(int count) {
  std::vector<cm::Stream> streams;
  // Non-blocking: otherwise each of them would wait for the default stream at every turn.
  for (int s = 0; s < count; ++s) streams.emplace_back(cudaStreamNonBlocking);
  return streams;
}

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<float> want;
};

/// True if `run` leaves the right results in host memory, which is poisoned before.
template <class Run>
bool passes(const Bench& b, Job& job, Run&& run) {
  job.d_in.poison();
  job.d_out.poison();
  std::memset(job.out, 0xFF, job.n * sizeof(float));
  run();
  CUDA_CHECK(cudaDeviceSynchronize());
  const std::vector<float> got(job.out, job.out + job.n);
  const auto rounding = std::numeric_limits<float>::epsilon();
  const auto tolerance = cm::sum_tolerance(static_cast<std::size_t>(job.rounds) + 1, rounding, 1);
  return cm::check_close(job.memory, got, b.want, tolerance);
}

/// Times each stage of the whole job alone.
bool measure_parts(Bench& b, Job& job, Parts& parts) {
  std::array<cm::Timing, kStages> timings;
  const auto time_all = [&] {
    for (int s = 0; s < kStages; ++s) {
      timings[s] = cm::time_ms(b.options, [&] { enqueue_stage(job, s, 0, job.n, nullptr); });
    }
  };
  if (!passes(b, job, time_all)) return false;
  for (int s = 0; s < kStages; ++s) {
    const double bytes = static_cast<double>(job.d_in.bytes()) * (s == kCompute ? 2 : 1);
    cm::Row row("parts", job.memory);
    b.report.add(row.n(job.n).param("stage", kStageNames[s]).bytes(bytes).timing(timings[s]));
    parts[s] = timings[s].median_ms;
  }
  return true;
}

/// How the job is cut up.
struct Cut {
  int streams, chunks;
};

bool measure(Bench& b, Job& job, const Parts& parts, Cut cut) {
  const auto [streams, chunks] = cut;
  const std::vector<cm::Stream> queues = make_streams(streams);
  const auto run = [&] { enqueue(job, queues, cut.chunks, [](int, int, cudaStream_t) {}); };
  if (!passes(b, job, run)) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes(b, job, run)) return false;
  const double ideal = ideal_ms(parts, chunks, streams);
  cm::Row row("pipeline", job.memory);
  row.n(job.n).param("streams", streams).param("chunks", chunks).timing(timing);
  row.bytes(2.0 * static_cast<double>(job.d_in.bytes())).value("ideal_ms", ideal);
  row.value("fraction_of_ideal", ideal / timing.median_ms);
  b.report.add(row.value("speedup", ideal_ms(parts, 1, 1) / timing.median_ms));
  return true;
}

/// One run with events around each stage of each chunk, as rows with start and end.
///
/// An event says when its stream got so far, not when the engine began: a chunk may have been
/// ready and waited.  An engine serves one chunk at a time, in an order of its own, so a chunk
/// starts a stage when it is ready and the chunk that left the stage before it is gone.
bool measure_timeline(Bench& b, Job& job, Cut cut) {
  const auto [streams, chunks] = cut;
  const std::vector<cm::Stream> queues = make_streams(streams);
  std::vector<std::array<cm::Event, kStages + 1>> marks(chunks);
  cm::Event start;
  const auto run = [&] {
    start.record();
    enqueue(job, queues, cut.chunks,
            [&](int c, int stage, cudaStream_t stream) { marks[c][stage].record(stream); });
  };
  if (!passes(b, job, run) || !passes(b, job, run)) return false;  // the second one is warm
  if (!cm::kHasTime) return true;  // a row here is nothing but times
  for (int s = 0; s < kStages; ++s) {
    const auto time_of = [&](int c, int mark) { return cm::elapsed_ms(start, marks[c][mark]); };
    std::vector<int> order(chunks);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return time_of(a, s + 1) < time_of(b, s + 1); });
    double free = 0;
    for (int c : order) {
      const double end = time_of(c, s + 1);
      cm::Row row("timeline", job.memory);
      row.n(job.n).param("stage", kStageNames[s]).param("stream", c % streams).param("chunk", c);
      row.value("start_ms", std::min(end, std::max(time_of(c, s), free)));
      b.report.add(row.value("end_ms", end));
      free = end;
    }
  }
  return true;
}

/// Rounds that make the kernel kComputePerCopy times as long as a copy of `job`.
int calibrate(const cm::Options& options, Job& job) {
  if (options.quick || options.profile) return 16;
  job.rounds = 512;
  const auto time = [&](int stage) {
    return cm::time_ms(options, [&] { enqueue_stage(job, stage, 0, job.n, nullptr); });
  };
  const cm::Timing copy = time(kCopyIn);
  const cm::Timing compute = time(kCompute);
  if (!copy.valid || !compute.valid) return 16;
  return static_cast<int>(job.rounds * kComputePerCopy * copy.median_ms / compute.median_ms);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter09.streams", options);
  const std::size_t n = (options.quick ? 1u << 18 : 1u << 26) + 123;
  std::vector<float> in(n), out(n);
  cm::fill_random(in, 9, -1.0f, 1.0f);
  cm::PinnedBuffer<float> pinned_in(n), pinned_out(n);
  std::copy(in.begin(), in.end(), pinned_in.begin());

  Job pinned{"pinned", pinned_in.data(), pinned_out.data(), n, 0};
  Job pageable{"pageable", in.data(), out.data(), n, 0};
  pinned.rounds = pageable.rounds = calibrate(options, pinned);
  Bench bench{report, options, pull_cpu(in, pinned.rounds)};
  std::vector<Cut> over_streams = {{1, 16}, {2, 16}, {3, 16}, {4, 16}, {8, 16}};
  std::vector<Cut> over_chunks = {{4, 1}, {4, 2}, {4, 4}, {4, 8}, {4, 32}, {4, 64}};
  if (options.quick) {
    over_streams = {{1, 4}, {3, 4}};
    over_chunks = {{4, 1}, {4, 2}};
  }
  for (Job* job : {&pinned, &pageable}) {
    Parts parts{};
    bool right = measure_parts(bench, *job, parts);
    for (Cut cut : over_streams) right = right && measure(bench, *job, parts, cut);
    if (job == &pinned) {
      for (Cut cut : over_chunks) right = right && measure(bench, *job, parts, cut);
    }
    right = right && measure_timeline(bench, *job, {4, 8});
    if (!right) return report.fail();
  }
  return report.finish();
}
