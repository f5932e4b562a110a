// SPDX-License-Identifier: MIT
//
// What a branch costs whose lanes disagree, and what the usual cures do.
//
// Claim:  a warp pays for each path that any of its lanes takes.  That shows only where the
//         instructions are the limit.  A blend of both results is no cure: it makes NaNs.
// Input:  numbers of either sign, of which about half take each path, and a few infinities and
//         NaNs.  n is no multiple of anything.
// Expect: with little work a number, one time for all; with much, twice the time where lanes mix.
// Run:    ctest --preset dev -R '^chapter08\.divergence$'
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kAllLanes = 0xFFFFFFFFu;
constexpr float kThreshold = 0.5f;
constexpr int kThreads = 256;
constexpr int kPartThreads = 1024;  // fewer blocks visit the two counters

// --- what is computed --------------------------------------------------------

/// The two paths with little work: a root or a square.
struct Light {
  static __host__ __device__ float above(float v, int) { return sqrtf(v); }
  static __host__ __device__ float below(float v, int) { return v * v; }
};

/// v * a + b, `steps` times over.  The host stops where nothing changes any more.
__host__ __device__ inline float repeat(float v, float a, float b, int steps) {
  for (int s = 0; s < steps; ++s) {
    const float next = fmaf(v, a, b);
#ifndef __CUDA_ARCH__
    if (next == v) break;
#endif
    v = next;
  }
  return v;
}

/// The two paths with `steps` multiply-adds each, every one waiting for the one before.
struct Heavy {
  static __host__ __device__ float above(float v, int steps) {
    return repeat(v, 0.5f, 0.25f, steps);
  }
  static __host__ __device__ float below(float v, int steps) {
    return repeat(v, -0.25f, 0.125f, steps);
  }
};

template <class Work>
float reference(float v, int steps) {
  return v > kThreshold ? Work::above(v, steps) : Work::below(v, steps);
}

// --- ways to decide ----------------------------------------------------------

// [snippet:three-ways]
struct Branch {
  template <class Work>
  static __device__ float apply(float v, int steps) {
    if (v > kThreshold) return Work::above(v, steps);
    return Work::below(v, steps);
  }
};

struct Select {  // both, then one of them
  template <class Work>
  static __device__ float apply(float v, int steps) {
    const float above = Work::above(v, steps), below = Work::below(v, steps);
    return v > kThreshold ? above : below;
  }
};

struct Blend {  // wrong: 0 * NaN is NaN, and so is 0 * infinity
  template <class Work>
  static __device__ float apply(float v, int steps) {
    const float g = v > kThreshold ? 1.0f : 0.0f;
    return g * Work::above(v, steps) + (1.0f - g) * Work::below(v, steps);
  }
};
// [/snippet:three-ways]

// --- kernels -----------------------------------------------------------------

template <class Way, class Work>
__global__ void apply(float* out, const float* in, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Way::template apply<Work>(in[i], steps);
}

// [snippet:grouped]
/// Wrong: "the first block handles the numbers above, the others the rest".  Nothing has sorted
/// the numbers, so whoever meets one of the other kind leaves it as it is.
template <class Work>
__global__ void apply_grouped(float* out, const float* in, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = in[i];
  out[i] = v;
  if (blockIdx.x == 0) {
    if (v > kThreshold) out[i] = Work::above(v, steps);
  } else {
    if (!(v > kThreshold)) out[i] = Work::below(v, steps);
  }
}
// [/snippet:grouped]

/// Lists the numbers above from the front, the others from the back.  Counters start at nought.
__global__ void partition(int* order, int* counters, const float* in, int n) {
  __shared__ int in_block[2], first[2];  // of each kind
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 2) in_block[threadIdx.x] = 0;
  __syncthreads();
  // [snippet:partition]
  const bool above = i < n && in[i] > kThreshold;
  const unsigned all_above = __ballot_sync(kAllLanes, above);
  const unsigned all_below = __ballot_sync(kAllLanes, i < n && !above);
  int place = 0;
  if (lane < 2) {  // places in the block for each kind of the warp
    place = atomicAdd(&in_block[lane], __popc(lane == 0 ? all_above : all_below));
  }
  place = __shfl_sync(kAllLanes, place, above ? 0 : 1);
  place += __popc((above ? all_above : all_below) & ((1u << lane) - 1));
  __syncthreads();
  if (threadIdx.x < 2) {  // places in the list for each kind of the block
    first[threadIdx.x] = atomicAdd(&counters[threadIdx.x], in_block[threadIdx.x]);
  }
  __syncthreads();
  place += first[above ? 0 : 1];
  if (i < n) order[above ? place : n - 1 - place] = i;
  // [/snippet:partition]
}

/// The same as apply, in the order of the list: all warps but one go one way.
template <class Work>
__global__ void apply_listed(float* out, const float* in, const int* order, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[order[i]] = Branch::apply<Work>(in[order[i]], steps);
}

// [snippet:ways]
/// Lane i goes way i % ways of `ways` different ones.
__global__ void many_ways(float* out, int n, int ways, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = static_cast<float>(i % 7);
  for (int way = 0; way < ways; ++way) {
    if (threadIdx.x % ways == way) {
      v = repeat(v, 0.5f, static_cast<float>(way), steps);
    }
  }
  if (i < n) out[i] = v;
}
// [/snippet:ways]

std::vector<float> many_ways_cpu(int n, int threads, int ways, int steps) {
  constexpr int kStarts = 7;
  std::vector<float> ends;  // of each way and start
  for (int i = 0; i < ways * kStarts; ++i) {
    ends.push_back(
        repeat(static_cast<float>(i % kStarts), 0.5f, static_cast<float>(i / kStarts), steps));
  }
  std::vector<float> out(n);
  for (int i = 0; i < n; ++i) out[i] = ends[i % threads % ways * kStarts + i % kStarts];
  return out;
}

// --- check, time, check again ------------------------------------------------

/// Half of the numbers above the threshold, a third negative, a few special ones.
std::vector<float> numbers(int n) {
  std::vector<float> values(n);
  cm::fill_random(values, 8, -1.0f, 2.0f);
  for (int i = 5; i < n; i += 1000) values[i] = std::numeric_limits<float>::infinity();
  for (int i = 7; i < n; i += 1000) values[i] = std::numeric_limits<float>::quiet_NaN();
  return values;
}

/// The same numbers, those above the threshold first.
std::vector<float> sorted_by_kind(std::vector<float> values) {
  std::stable_partition(values.begin(), values.end(), [](float v) { return v > kThreshold; });
  return values;
}

struct Findings {
  int mismatches = 0, nans = 0;
};

/// How many results are wrong, and how many of those are NaN.
Findings compare(const std::vector<float>& got, const std::vector<float>& want) {
  Findings findings;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == want[i] || (std::isnan(got[i]) && std::isnan(want[i]))) continue;
    const bool close = std::fabs(got[i] - want[i]) <= 1e-5f * std::fabs(want[i]);
    if (close && std::isfinite(want[i])) continue;
    ++findings.mismatches;
    if (std::isnan(got[i])) ++findings.nans;
  }
  return findings;
}

template <class Work>
struct Bench {
  cm::Report& report;
  const cm::Options& options;
  const char* kernel;
  const char* data;
  std::vector<float> in;
  int steps;
  std::vector<float> want = expected();
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
  cm::DeviceBuffer<int> d_order{in.size()}, d_counters{2};

  std::vector<float> expected() const {
    std::vector<float> out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = reference<Work>(in[i], steps);
    return out;
  }
  int n() const { return static_cast<int>(in.size()); }
  int blocks() const { return (n() + kThreads - 1) / kThreads; }
};

/// Adds a row if `run` makes exactly the expected mistakes, both before and after it is timed.
template <class Work, class Run>
bool measure(Bench<Work>& b, const char* variant, Findings expected, int launches, Run&& run) {
  Findings found;
  const auto passes = [&] {
    b.d_out.poison();
    run();
    CUDA_CHECK_LAST();
    found = compare(b.d_out.to_host(), b.want);
    return cm::check_close<int>(variant, {found.mismatches, found.nans},
                                {expected.mismatches, expected.nans});
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  cm::Row row(b.kernel, variant);
  row.n(b.in.size()).param("data", b.data).bytes(2.0 * b.d_in.bytes()).timing(timing);
  row.value("mismatches", found.mismatches).value("nans", found.nans).value("launches", launches);
  b.report.add(row);
  return true;
}

template <class Way, class Work>
bool measure_way(Bench<Work>& b, const char* variant, Findings expected = {}) {
  return measure(b, variant, expected, 1, [&] {
    apply<Way, Work><<<b.blocks(), kThreads>>>(b.d_out.data(), b.d_in.data(), b.n(), b.steps);
  });
}

/// What the blend destroys: each negative number and each infinity.
Findings blended(const std::vector<float>& in) {
  const auto destroyed = static_cast<int>(
      std::count_if(in.begin(), in.end(), [](float v) { return v < 0 || std::isinf(v); }));
  return {destroyed, destroyed};
}

/// What grouping leaves as it is: the numbers below in block 0, those above in all others, but
/// for those that the function does not change.
template <class Work>
Findings grouped(const Bench<Work>& b) {
  std::vector<float> left = b.want;
  for (int i = 0; i < b.n(); ++i) {
    if ((b.in[i] > kThreshold) != (i < kThreads)) left[i] = b.in[i];
  }
  return compare(left, b.want);
}

template <class Work>
bool measure_grouped(Bench<Work>& b) {
  return measure(b, "grouped", grouped(b), 1, [&] {
    apply_grouped<Work><<<b.blocks(), kThreads>>>(b.d_out.data(), b.d_in.data(), b.n(), b.steps);
  });
}

template <class Work>
bool measure_partition(Bench<Work>& b) {
  return measure(b, "partition", {}, 2, [&] {
    cudaMemsetAsync(b.d_counters.data(), 0, b.d_counters.bytes());
    partition<<<(b.n() + kPartThreads - 1) / kPartThreads, kPartThreads>>>(
        b.d_order.data(), b.d_counters.data(), b.d_in.data(), b.n());
    apply_listed<Work>
        <<<b.blocks(), kThreads>>>(b.d_out.data(), b.d_in.data(), b.d_order.data(), b.n(), b.steps);
  });
}

bool measure_light(cm::Report& report, const cm::Options& options) {
  const std::vector<float> in = numbers(options.quick ? 5003 : (1 << 25) + 123);
  Bench<Light> mixed{report, options, "light", "mixed", in, 0};
  if (!measure_way<Branch>(mixed, "branch") || !measure_way<Select>(mixed, "select") ||
      !measure_way<Blend>(mixed, "blend", blended(in)) || !measure_grouped(mixed) ||
      !measure_partition(mixed)) {
    return false;
  }
  Bench<Light> sorted{report, options, "light", "sorted", sorted_by_kind(in), 0};
  return measure_way<Branch>(sorted, "branch");
}

bool measure_heavy(cm::Report& report, const cm::Options& options) {
  const int steps = options.quick ? 9 : 512;
  const std::vector<float> in = numbers(options.quick ? 5003 : (1 << 21) + 123);
  Bench<Heavy> mixed{report, options, "heavy", "mixed", in, steps};
  if (!measure_way<Branch>(mixed, "branch") || !measure_way<Select>(mixed, "select") ||
      !measure_grouped(mixed) || !measure_partition(mixed)) {
    return false;
  }
  Bench<Heavy> sorted{report, options, "heavy", "sorted", sorted_by_kind(in), steps};
  return measure_way<Branch>(sorted, "branch") && measure_way<Select>(sorted, "select");
}

/// `ways` ways in blocks of `threads`.
bool measure_ways(cm::Report& report, const cm::Options& options, const char* kernel, int n,
                  int threads, int ways) {
  const int steps = options.quick ? 9 : 2048;
  const std::vector<float> want = many_ways_cpu(n, threads, ways, steps);
  cm::DeviceBuffer<float> d_out(want.size());
  const int blocks = (n + threads - 1) / threads;
  const auto run = [&] { many_ways<<<blocks, threads>>>(d_out.data(), n, ways, steps); };
  const auto passes = [&] {
    d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close(kernel, d_out.to_host(), want);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(options, run, cm::L2::kWarm);
  if (!passes()) return false;
  const int warps = (threads + 31) / 32;
  cm::Row row(kernel, "branch");
  row.n(n).param("threads", threads).param("ways", ways).timing(timing);
  report.add(row.predicted("lanes_per_instruction", 1.0 * threads / warps / ways));
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter08.divergence", options);
  if (!measure_light(report, options) || !measure_heavy(report, options)) return report.fail();
  for (const int ways : {1, 2, 4, 8, 16, 32}) {
    const int n = options.quick ? 5003 : 1 << 18;
    if (!measure_ways(report, options, "ways", n, kThreads, ways)) return report.fail();
  }
  for (const int threads : {32, 33, 64, 96, 100, 128, 256}) {
    const int n = options.quick ? 5003 : 1'267'200;  // a multiple of all of them
    if (!measure_ways(report, options, "block_size", n, threads, 1)) return report.fail();
  }
  return report.finish();
}
