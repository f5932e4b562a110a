// SPDX-License-Identifier: MIT
//
// Thirty-two lanes add up what they hold: by shuffles, through shared memory, in one instruction.
//
// Claim:  a shuffle moves a register from lane to lane; five of them sum a warp, without shared
//         memory and without a barrier.  A vote counts in one step.
// Input:  32 integers a warp, a new set each round; the host moves lanes about by the same rules.
// Expect: down leaves the sum in lane 0, xor in all lanes; shared memory slower than shuffles.
// Run:    ctest --preset dev -R '^chapter08\.warp_reduce$'
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kAllLanes = 0xFFFFFFFFu;
constexpr int kLanes = 32;
constexpr int kManyWarps = 32;  // of a block that keeps its SM busy

// --- ways to sum -------------------------------------------------------------

struct Down {
  // [snippet:shuffle-down]
  static __device__ unsigned sum(unsigned value, unsigned*) {
    for (int offset = 16; offset > 0; offset /= 2) {
      value += __shfl_down_sync(kAllLanes, value, offset);
    }
    return value;  // right in lane 0 alone
  }
  // [/snippet:shuffle-down]
};

struct Xor {
  // [snippet:shuffle-xor]
  static __device__ unsigned sum(unsigned value, unsigned*) {
    for (int offset = 16; offset > 0; offset /= 2) {
      value += __shfl_xor_sync(kAllLanes, value, offset);
    }
    return value;  // right in every lane
  }
  // [/snippet:shuffle-xor]
};

struct DownWidth8 {
  static __device__ unsigned sum(unsigned value, unsigned*) {
    for (int offset = 4; offset > 0; offset /= 2) {
      value += __shfl_down_sync(kAllLanes, value, offset, 8);
    }
    return value;  // four sums, in lanes 0, 8, 16 and 24
  }
};

struct Shared {
  // [snippet:syncwarp]
  static __device__ unsigned sum(unsigned value, unsigned* row) {
    const int lane = threadIdx.x % kLanes;
    row[lane] = value;
    for (int step = 16; step > 0; step /= 2) {
      __syncwarp();  // before others read what this lane wrote
      if (lane < step) row[lane] += row[lane + step];
    }
    __syncwarp();
    const unsigned sum = row[0];
    __syncwarp();  // all have read before anyone writes again
    return sum;
  }
  // [/snippet:syncwarp]
};

struct XorAfterDivergence {
  static __device__ unsigned sum(unsigned value, unsigned*) {
    // Each lane leaves this loop at another time; the shuffle waits for all that its mask names.
    for (int i = threadIdx.x % kLanes; i > 0; --i) value = value * 3 + 1;
    return Xor::sum(value, nullptr);
  }
};

struct Redux {
  static __device__ unsigned sum(unsigned value, unsigned*) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(kAllLanes, value);
#else
    return value;  // main skips it
#endif
  }
};

/// Counts the lanes that hold an odd number.
struct CountByVote {
  // [snippet:vote]
  static __device__ unsigned sum(unsigned value, unsigned*) {
    return __popc(__ballot_sync(kAllLanes, value % 2 == 1));
  }
  // [/snippet:vote]
};

struct CountByShuffle {
  static __device__ unsigned sum(unsigned value, unsigned*) { return Xor::sum(value % 2, nullptr); }
};

// --- kernels -----------------------------------------------------------------

/// Sums what the lanes of each warp hold; the sum, and the lane's number, make the next round's.
template <class Way>
__global__ void sum_rounds(unsigned* out, long long* cycles, int rounds) {
  __shared__ unsigned rows[kManyWarps * kLanes];
  unsigned* row = rows + threadIdx.x / kLanes * kLanes;
  const unsigned lane = threadIdx.x % kLanes;
  unsigned value = lane * lane;
  __syncthreads();
  const long long start = clock64();
  for (int round = 0; round < rounds; ++round) value = Way::sum(value, row) + lane;
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - start;
  out[threadIdx.x] = value;
}

/// What a single shuffle down by four fetches, if lanes hold 1, 2, 3, ...
__global__ void fetch(int* out, int width) {
  const int value = threadIdx.x + 1;
  out[threadIdx.x] = width == 8 ? __shfl_down_sync(kAllLanes, value, 4, 8)
                                : __shfl_down_sync(kAllLanes, value, 4, 32);
}

// [snippet:one-warp-sample]
/// The sample that is said to sum an array: each warp does, and only the first one's sum is kept.
__global__ void sum_sample(unsigned* out, const unsigned* in) {
  const unsigned sum = Down::sum(in[threadIdx.x], nullptr);
  if (threadIdx.x == 0) *out = sum;
}
// [/snippet:one-warp-sample]

// --- reference: lanes on the host --------------------------------------------

using Lanes = std::array<unsigned, kLanes>;

/// What a lane holds after value += the value of lane `source(lane)`, if there is one.
template <class Source>
Lanes add_from(const Lanes& values, Source&& source) {
  Lanes sums = values;
  for (int lane = 0; lane < kLanes; ++lane) sums[lane] += values[source(lane)];
  return sums;
}

/// The lane that a shuffle down reads: none beyond the end of the segment, so its own.
int down_source(int lane, int offset, int width) {
  return lane % width + offset < width ? lane + offset : lane;
}

Lanes down_cpu(Lanes values, int width) {
  for (int offset = width / 2; offset > 0; offset /= 2) {
    values = add_from(values, [&](int lane) { return down_source(lane, offset, width); });
  }
  return values;
}

Lanes same_in_all(unsigned value) {
  Lanes values;
  values.fill(value);
  return values;
}

Lanes total_cpu(const Lanes& values) {
  unsigned sum = 0;
  for (const unsigned value : values) sum += value;
  return same_in_all(sum);
}

Lanes odd_cpu(const Lanes& values) {
  return same_in_all(static_cast<unsigned>(
      std::count_if(values.begin(), values.end(), [](unsigned v) { return v % 2 == 1; })));
}

Lanes after_divergence_cpu(Lanes values) {
  for (int lane = 0; lane < kLanes; ++lane) {
    for (int i = 0; i < lane; ++i) values[lane] = values[lane] * 3 + 1;
  }
  return total_cpu(values);
}

std::vector<unsigned> rounds_cpu(Lanes (*sum)(const Lanes&), int rounds, int warps) {
  Lanes values;
  for (unsigned lane = 0; lane < kLanes; ++lane) values[lane] = lane * lane;
  for (int round = 0; round < rounds; ++round) {
    values = sum(values);
    for (unsigned lane = 0; lane < kLanes; ++lane) values[lane] += lane;
  }
  std::vector<unsigned> out;
  for (int warp = 0; warp < warps; ++warp) out.insert(out.end(), values.begin(), values.end());
  return out;
}

// --- check, time, check again ------------------------------------------------

template <class Way>
class Block {
 public:
  explicit Block(int warps) : warps_(warps) {}

  void run(int rounds) {
    sum_rounds<Way><<<1, warps_ * kLanes>>>(d_out_.data(), d_cycles_.data(), rounds);
  }
  bool passes(const char* name, Lanes (*sum)(const Lanes&), int rounds) {
    d_out_.poison();
    run(rounds);
    CUDA_CHECK_LAST();
    std::vector<unsigned> got = d_out_.to_host();
    got.resize(warps_ * kLanes);
    return cm::check_close(name, got, rounds_cpu(sum, rounds, warps_));
  }
  double cycles_per_sum(int rounds) const {
    return static_cast<double>(d_cycles_.to_host()[0]) / (1.0 * rounds * warps_);
  }

 private:
  int warps_;
  cm::DeviceBuffer<unsigned> d_out_{kManyWarps * kLanes};
  cm::DeviceBuffer<long long> d_cycles_{1};
};

template <class Way>
bool measure_way(cm::Report& report, const cm::Options& options, const char* kernel,
                 const char* variant, Lanes (*sum)(const Lanes&)) {
  const int rounds = options.quick ? 7 : 4001;
  Block<Way> alone(1);          // one sum after another: latency
  Block<Way> many(kManyWarps);  // 32 warps at once: what an SM can do
  const auto passes = [&] {
    return many.passes(variant, sum, 1) && many.passes(variant, sum, rounds) &&
           alone.passes(variant, sum, rounds);
  };
  if (!passes()) return false;
  const double alone_cycles = alone.cycles_per_sum(rounds);
  const double many_cycles = many.cycles_per_sum(rounds);
  const cm::Timing timing = cm::time_ms(options, [&] { many.run(rounds); }, cm::L2::kWarm);
  if (!passes()) return false;
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, sum_rounds<Way>));
  cm::Row row(kernel, variant);
  row.n(rounds).timing(timing);
  row.value("alone_cycles", timing.valid ? alone_cycles : NAN)
      .value("busy_cycles", timing.valid ? many_cycles : NAN)
      .value("warp_ns", timing.median_ms * 1e6 / rounds / kManyWarps)
      .value("shared_bytes", static_cast<double>(attributes.sharedSizeBytes));
  report.add(row);
  return true;
}

bool measure_sums(cm::Report& report, const cm::Options& options) {
  const auto width32 = [](const Lanes& values) { return down_cpu(values, 32); };
  const auto width8 = [](const Lanes& values) { return down_cpu(values, 8); };
  const auto diverged = [](const Lanes& values) { return after_divergence_cpu(values); };
  const bool right =
      measure_way<Down>(report, options, "warp_sum", "down", width32) &&
      measure_way<Xor>(report, options, "warp_sum", "xor", total_cpu) &&
      measure_way<DownWidth8>(report, options, "warp_sum", "down_width8", width8) &&
      measure_way<Shared>(report, options, "warp_sum", "shared", total_cpu) &&
      measure_way<XorAfterDivergence>(report, options, "warp_sum", "xor_diverged", diverged) &&
      measure_way<CountByShuffle>(report, options, "warp_count", "shuffle", odd_cpu) &&
      measure_way<CountByVote>(report, options, "warp_count", "vote", odd_cpu);
  if (cm::sm_version() < 80) {
    report.skip("redux", "needs a GPU of sm_80 or newer");
    return right;
  }
  return right && measure_way<Redux>(report, options, "warp_sum", "redux", total_cpu);
}

/// Adds what lanes 0 to 7 fetch with a shuffle down by four, in segments of `width` lanes.
bool report_fetch(cm::Report& report, int width) {
  cm::DeviceBuffer<int> d_out(kLanes);
  d_out.poison();
  fetch<<<1, kLanes>>>(d_out.data(), width);
  CUDA_CHECK_LAST();
  const std::vector<int> got = d_out.to_host();
  std::vector<int> want;
  for (int lane = 0; lane < kLanes; ++lane) want.push_back(down_source(lane, 4, width) + 1);
  if (!cm::check_close("fetch", got, want)) return false;
  std::string said;
  for (int lane = 0; lane < 8; ++lane) said += (lane > 0 ? " " : "") + std::to_string(got[lane]);
  cm::Row row("fetch", "down_by_4");
  report.add(row.param("width", width).text("lanes_0_to_7", said));
  return true;
}

/// Adds what the sample leaves for `threads` threads, of which it sums the first 32.
bool report_sample(cm::Report& report, int threads) {
  std::vector<unsigned> in(threads);
  cm::fill_random(in, 8, 1u, 100u);
  const cm::DeviceBuffer<unsigned> d_in(in);
  cm::DeviceBuffer<unsigned> d_out(1);
  d_out.poison();
  sum_sample<<<1, threads>>>(d_out.data(), d_in.data());
  CUDA_CHECK_LAST();
  unsigned first_warp = 0, all = 0;
  for (int i = 0; i < threads; ++i) {
    all += in[i];
    if (i < kLanes) first_warp += in[i];
  }
  if (!cm::check_close("sample", d_out.to_host(), {first_warp})) return false;
  cm::Row row("sample", "whole_array");
  report.add(row.param("threads", threads).value("result", first_warp).value("wanted", all));
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter08.warp_reduce", options);
  const bool right = measure_sums(report, options) && report_fetch(report, 8) &&
                     report_fetch(report, 32) && report_sample(report, 32) &&
                     report_sample(report, 64);
  return right ? report.finish() : report.fail();
}
