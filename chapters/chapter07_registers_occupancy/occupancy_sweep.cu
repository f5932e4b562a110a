// SPDX-License-Identifier: MIT
//
// How many warps does an SM need?  It depends on how much each of them has on the way.
//
// Claim:  what hides latency is work in flight: resident threads times independent operations of
//         each.  A quarter of the warps with eight loads each reads faster than all of them with
//         one.  At equal bytes in flight more warps do better than more loads, because a thread
//         asks for its next loads only when the last of the old ones has come.
// Input:  n floats to sum, far above L2; or n threads with chains of multiply-adds in registers.
//         Dynamic shared memory that nobody uses holds the number of resident blocks down.
// Expect: the columns of the tables rise with occupancy, and the more a thread has in flight, the
//         less occupancy it needs for the same rate.
// Run:    ctest --preset dev -R '^chapter07\.occupancy_sweep$'
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "common/common.cuh"
#include "common/occupancy.cuh"

constexpr int kBlock = 256;
constexpr int kChainRounds = 4096;
constexpr int kQuickRounds = 64;
constexpr int kLaunches = 5;  // of which the median counts, where a kernel reads the clock

// --- kernels -----------------------------------------------------------------

// [snippet:loads-in-flight]
/// Each thread sums its share of n numbers, kLoads of them on the way at a time.
template <int kLoads>
__global__ void sum_shares(float* sums, const float* in, std::size_t n) {
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * kBlock;
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  float sum = 0.0f;
  for (std::size_t first = thread; first < n; first += kLoads * threads) {
    float value[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const std::size_t i = first + k * threads;
      value[k] = i < n ? in[i] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += value[k];
  }
  sums[thread] = sum;
}
// [/snippet:loads-in-flight]

/// When a block was at work, by the counter of its SM, and on which SM.
struct Span {
  long long start;
  long long end;
  unsigned sm;
};

__device__ unsigned this_sm() {
  unsigned sm = 0;
#ifndef CM_VIRTUAL_GPU
  asm("mov.u32 %0, %%smid;" : "=r"(sm));
#endif
  return sm;
}

// [snippet:chains]
/// kChains independent chains of multiply-adds in each thread; one step of a chain needs the last.
template <int kChains>
__global__ void multiply_add_chains(float* out, Span* spans, int rounds) {
  float x[kChains];
  for (int c = 0; c < kChains; ++c) x[c] = static_cast<float>(threadIdx.x * kChains + c);
  const long long start = clock64();
#pragma unroll(64 / kChains)
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int c = 0; c < kChains; ++c) x[c] = fmaf(x[c], 0.5f, 1.0f);
  }
  __syncthreads();
  if (threadIdx.x == 0) spans[blockIdx.x] = {start, clock64(), this_sm()};
  for (int c = 0; c < kChains; ++c) {
    out[(static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x) * kChains + c] = x[c];
  }
}
// [/snippet:chains]

// --- reference ---------------------------------------------------------------

std::vector<float> shares_cpu(const std::vector<float>& in, std::size_t threads) {
  std::vector<double> sums(threads);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i % threads] += in[i];
  return {sums.begin(), sums.end()};
}

std::vector<float> chains_cpu(std::size_t blocks, int chains, int rounds) {
  std::vector<float> block(static_cast<std::size_t>(kBlock) * chains);
  for (std::size_t i = 0; i < block.size(); ++i) {
    auto x = static_cast<float>(i);
    for (int r = 0; r < rounds; ++r) x = std::fma(x, 0.5f, 1.0f);
    block[i] = x;
  }
  std::vector<float> all;
  for (std::size_t b = 0; b < blocks; ++b) all.insert(all.end(), block.begin(), block.end());
  return all;
}

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  cm::SmLimits sm = cm::sm_limits();
  int sms = options.quick ? 2 : cm::sm_count();
};

/// Dynamic shared memory with which exactly `blocks` blocks of `kernel` are resident on an SM.
/// Ends the program if there is no such amount.
int shared_bytes_for(const Bench& b, const void* kernel, int blocks) {
  const int share = b.sm.shared_bytes / blocks / cm::kSharedUnit * cm::kSharedUnit;
  const int most = cm::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const int bytes = std::min(share - b.sm.reserved_bytes, most);
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  int resident = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kBlock, bytes));
  if (resident != blocks) {
    std::fprintf(stderr, "occupancy_sweep: %d blocks wanted on an SM, %d are resident\n", blocks,
                 resident);
    std::exit(EXIT_FAILURE);
  }
  return bytes;
}

cm::Row row_of(const Bench& b, const char* kernel, const char* variant, std::size_t n, int each,
               int blocks) {
  cm::Row row(kernel, variant);
  row.n(n).param("each", each).param("blocks_per_sm", blocks);
  return row.value("occupancy_percent", 100.0 * blocks * kBlock / b.sm.threads);
}

template <int kLoads>
bool measure_loads(const Bench& b, const std::vector<float>& in,
                   const cm::DeviceBuffer<float>& d_in, int blocks) {
  const void* kernel = reinterpret_cast<const void*>(sum_shares<kLoads>);
  const int shared_bytes = shared_bytes_for(b, kernel, blocks);
  const auto grid = static_cast<unsigned>(blocks * b.sms);
  cm::DeviceBuffer<float> d_sums(static_cast<std::size_t>(grid) * kBlock);
  const auto run = [&](std::size_t n) {
    sum_shares<kLoads><<<grid, kBlock, shared_bytes>>>(d_sums.data(), d_in.data(), n);
  };
  const auto passes = [&](std::size_t n) {
    d_sums.poison();
    run(n);
    CUDA_CHECK_LAST();
    const std::vector<float> part(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(n));
    const std::size_t terms = n / d_sums.size() + 2;
    const auto rounding = std::numeric_limits<float>::epsilon();
    return cm::check_close("sum_shares", d_sums.to_host(), shares_cpu(part, d_sums.size()),
                           cm::sum_tolerance(terms, rounding, static_cast<double>(terms)));
  };
  if (!passes(in.size()) || !passes(1) || !passes(10'007)) return false;
  const cm::Timing timing = cm::time_ms(b.options, [&] { run(in.size()); });
  if (!passes(in.size())) return false;
  cm::Row row = row_of(b, "sum_shares", "loads", in.size(), kLoads, blocks);
  row.bytes(static_cast<double>(in.size() * sizeof(float))).timing(timing);
  b.report.add(row.value("kib_in_flight", blocks * kBlock * kLoads * 4.0 / 1024));
  return true;
}

/// Multiply-adds a cycle on the SM in the middle, from its first block's start to its last one's
/// end: the blocks of an SM do not start together.  A block does `operations` of them.
double multiply_adds_per_cycle(const std::vector<Span>& spans, double operations) {
  struct Work {
    long long start = std::numeric_limits<long long>::max();
    long long end = 0;
    int blocks = 0;
  };
  std::map<unsigned, Work> sms;
  for (const Span& span : spans) {
    Work& work = sms[span.sm];
    work.start = std::min(work.start, span.start);
    work.end = std::max(work.end, span.end);
    ++work.blocks;
  }
  std::vector<double> rates;
  for (const auto& [sm, work] : sms) {
    rates.push_back(operations * work.blocks / static_cast<double>(work.end - work.start));
  }
  std::sort(rates.begin(), rates.end());
  return rates[rates.size() / 2];
}

template <int kChains>
bool measure_chains(const Bench& b, int blocks) {
  const void* kernel = reinterpret_cast<const void*>(multiply_add_chains<kChains>);
  const int shared_bytes = shared_bytes_for(b, kernel, blocks);
  const int rounds = b.options.quick ? kQuickRounds : kChainRounds;
  const auto grid = static_cast<unsigned>(blocks * b.sms);
  const std::size_t n = static_cast<std::size_t>(grid) * kBlock;
  cm::DeviceBuffer<float> d_out(n * kChains);
  cm::DeviceBuffer<Span> d_spans(grid);
  const auto run = [&] {
    multiply_add_chains<kChains>
        <<<grid, kBlock, shared_bytes>>>(d_out.data(), d_spans.data(), rounds);
  };
  const auto passes = [&] {
    d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close("multiply_add_chains", d_out.to_host(),
                           chains_cpu(grid, kChains, rounds));
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run, cm::L2::kWarm);
  std::vector<double> rates;
  for (int i = 0; i < kLaunches; ++i) {
    run();
    CUDA_CHECK_LAST();
    const double operations = 1.0 * kBlock * kChains * rounds;
    rates.push_back(multiply_adds_per_cycle(d_spans.to_host(), operations));
  }
  if (!passes()) return false;
  std::sort(rates.begin(), rates.end());
  const double rate = timing.valid ? rates[kLaunches / 2] : NAN;
  cm::Row row = row_of(b, "multiply_add_chains", "chains", n, kChains, blocks);
  b.report.add(row.timing(timing).value("multiply_adds_per_cycle", rate));
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter07.occupancy_sweep", options);
  const Bench b{report, options};
  std::vector<float> in((options.quick ? 1u << 16 : 1u << 26) + 123);
  cm::fill_random(in, 7, 0.0f, 1.0f);
  const cm::DeviceBuffer<float> d_in(in);
  const int most = b.sm.threads / kBlock;
  for (int blocks = 1; blocks <= most; blocks *= 2) {
    const bool ok = measure_loads<1>(b, in, d_in, blocks) &&
                    measure_loads<2>(b, in, d_in, blocks) &&
                    measure_loads<4>(b, in, d_in, blocks) &&
                    measure_loads<8>(b, in, d_in, blocks) && measure_chains<1>(b, blocks) &&
                    measure_chains<2>(b, blocks) && measure_chains<4>(b, blocks);
    if (!ok) return report.fail();
  }
  return report.finish();
}
