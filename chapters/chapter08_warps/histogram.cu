// SPDX-License-Identifier: MIT
//
// How often does each byte occur?  Counters in global memory, in shared memory, in several copies.
//
// Claim:  what a histogram costs is decided by how many lanes want the same counter at once.  Each
//         block with counters of its own helps; a counter for each lane makes the data irrelevant.
// Input:  n bytes, all 256 values alike, or nearly all of them the same value.
// Expect: global counters far behind; one copy fast on even data and slow on skewed data; 32
//         copies at the same speed on both, and not behind the library.
// Run:    ctest --preset dev -R '^chapter08\.histogram$'
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/common.cuh"

#if !defined(CM_VIRTUAL_GPU) && __has_include(<cub/device/device_histogram.cuh>)
#define HAVE_CUB 1
#include <cub/device/device_histogram.cuh>
#else
#define HAVE_CUB 0
#endif

using Byte = unsigned char;
constexpr int kBins = 256;

// --- reference ---------------------------------------------------------------

std::vector<unsigned> histogram_cpu(const std::vector<Byte>& in) {
  std::vector<unsigned> bins(kBins);
  for (const Byte value : in) ++bins[value];
  return bins;
}

// --- kernels -----------------------------------------------------------------

/// Calls count(value) for each byte of `in`, over the whole grid; kLoads loads of 16 bytes are in
/// flight in each thread.
template <int kThreads, int kLoads, class Count>
__device__ void for_each_byte(const Byte* in, std::size_t n, Count&& count) {
  const auto* chunks = reinterpret_cast<const uint4*>(in);
  const std::size_t whole = n / 16, step = static_cast<std::size_t>(gridDim.x) * kThreads;
  const auto count_word = [&](unsigned word) {
    for (int shift = 0; shift < 32; shift += 8) count(word >> shift & 0xFFu);
  };
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  const auto count_chunks = [&](int loads) {
    uint4 chunk[kLoads];
    for (int k = 0; k < loads; ++k) chunk[k] = chunks[i + k * step];
    for (int k = 0; k < loads; ++k) {
      count_word(chunk[k].x);
      count_word(chunk[k].y);
      count_word(chunk[k].z);
      count_word(chunk[k].w);
    }
    i += loads * step;
  };
#pragma unroll 1
  while (i + (kLoads - 1) * step < whole) count_chunks(kLoads);
#pragma unroll 1
  while (i < whole) count_chunks(1);
  if (blockIdx.x == 0 && threadIdx.x < n % 16) count(in[16 * whole + threadIdx.x]);
}

/// All threads of the grid count in the same 256 places.
template <int kThreads, int kLoads>
__global__ void __launch_bounds__(kThreads)
    histogram_global(unsigned* bins, const Byte* in, std::size_t n) {
  for_each_byte<kThreads, kLoads>(in, n, [&](unsigned value) { atomicAdd(&bins[value], 1u); });
}

/// Each block counts in shared memory, in kCopies copies of which a lane has its own or shares one,
/// and adds what it has to the bins at the end.
template <int kThreads, int kLoads, int kCopies>
__global__ void __launch_bounds__(kThreads)
    histogram_shared(unsigned* bins, const Byte* in, std::size_t n) {
  // [snippet:copies]
  // The copies of a counter are neighbours: with 32 of them, lane i has bank i to itself.
  extern __shared__ unsigned counters[];
  for (int i = threadIdx.x; i < kBins * kCopies; i += kThreads) counters[i] = 0;
  __syncthreads();
  unsigned* mine = counters + threadIdx.x % kCopies;
  for_each_byte<kThreads, kLoads>(in, n,
                                  [&](unsigned value) { atomicAdd(&mine[value * kCopies], 1u); });
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += kThreads) {
    unsigned sum = 0;
    for (int copy = 0; copy < kCopies; ++copy) {
      sum += counters[bin * kCopies + (copy + bin) % kCopies];  // neighbours start in other banks
    }
    if (sum != 0) atomicAdd(&bins[bin], sum);
  }
  // [/snippet:copies]
}

// --- check, time, check again ------------------------------------------------

/// Bytes of which `same_of_hundred` in a hundred are 77, and the others anything.
std::vector<Byte> bytes(std::size_t n, unsigned same_of_hundred) {
  std::vector<Byte> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t bits = cm::random_bits(8, i);
    values[i] = (bits >> 32) % 100 < same_of_hundred ? 77 : static_cast<Byte>(bits);
  }
  return values;
}

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  unsigned same_of_hundred;
  std::vector<Byte> in;
  std::vector<unsigned> want = histogram_cpu(in);
  cm::DeviceBuffer<Byte> d_in{in};
  cm::DeviceBuffer<unsigned> d_bins{kBins};
};

/// Adds a row if `run` counts right, both before and after it is timed.
template <class Run>
bool measure(Bench& b, const char* variant, cm::Row row, Run&& run) {
  const auto passes = [&] {
    b.d_bins.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close(variant, b.d_bins.to_host(), b.want);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  row.n(b.in.size()).param("same_of_hundred", b.same_of_hundred);
  row.predicted("dram_read_bytes", static_cast<double>(b.in.size()));
  b.report.add(row.bytes(static_cast<double>(b.in.size())).timing(timing));
  return true;
}

/// Clears the bins and launches a kernel, with `per_sm` blocks for each SM.
bool measure_kernel(Bench& b, const char* variant, cm::Row row,
                    void (*kernel)(unsigned*, const Byte*, std::size_t), int threads, int per_sm,
                    std::size_t shared_bytes) {
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(shared_bytes)));
  row.param("threads", threads).value("launches", 1);
  const std::size_t enough = b.in.size() / (16 * threads) + 1;
  const auto blocks = static_cast<int>(std::min<std::size_t>(cm::sm_count() * per_sm, enough));
  return measure(b, variant, row, [&] {
    cudaMemsetAsync(b.d_bins.data(), 0, b.d_bins.bytes());
    kernel<<<blocks, threads, shared_bytes>>>(b.d_bins.data(), b.d_in.data(), b.in.size());
  });
}

template <int kThreads, int kLoads>
bool measure_global(Bench& b) {
  return measure_kernel(b, "global", cm::Row("histogram", "global"),
                        histogram_global<kThreads, kLoads>, kThreads, 2048 / kThreads, 0);
}

template <int kThreads, int kLoads, int kCopies>
bool measure_shared(Bench& b, int per_sm) {
  cm::Row row("histogram", "shared");
  row.param("copies", kCopies);
  return measure_kernel(b, "shared", row, histogram_shared<kThreads, kLoads, kCopies>, kThreads,
                        per_sm, sizeof(unsigned) * kBins * kCopies);
}

#if HAVE_CUB
/// A call that fails leaves the poison in the output, where the check finds it.
bool measure_cub(Bench& b) {
  const auto n = static_cast<int>(b.in.size());
  std::size_t scratch_bytes = 0;
  const auto count = [&](void* scratch) {
    cub::DeviceHistogram::HistogramEven(scratch, scratch_bytes, b.d_in.data(), b.d_bins.data(),
                                        kBins + 1, 0, kBins, n);
  };
  count(nullptr);
  cm::DeviceBuffer<char> scratch(scratch_bytes);
  return measure(b, "cub", cm::Row("histogram", "cub"), [&] { count(scratch.data()); });
}
#else
bool measure_cub(Bench&) { return true; }  // main says that it is skipped
#endif

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter08.histogram", options);
#if !HAVE_CUB
  report.skip("cub", "the program was built without the headers of CUB");
#endif
  struct Case {
    std::size_t n;
    unsigned same_of_hundred;
  };
  constexpr std::size_t kLong = (std::size_t{1} << 28) + 123;
  constexpr std::size_t kShort = kLong / 16;  // enough for what is slow
  std::vector<Case> cases = {{kLong, 0}, {kLong, 95}, {kShort, 0}, {kShort, 95}};
  if (options.quick) cases = {{1, 0}, {17, 0}, {40007, 0}, {40007, 95}};
  for (const auto [n, same_of_hundred] : cases) {
    Bench b{report, options, same_of_hundred, bytes(n, same_of_hundred)};
    if (n != kLong && !measure_global<512, 4>(b)) return report.fail();
    if (n == kShort) continue;
    // The profiler has no use for the yardstick.
    const bool right = measure_shared<512, 4, 1>(b, 4) && measure_shared<512, 4, 4>(b, 4) &&
                       measure_shared<512, 4, 8>(b, 4) && measure_shared<512, 4, 16>(b, 4) &&
                       measure_shared<512, 4, 32>(b, 4) && (options.profile || measure_cub(b));
    if (!right) return report.fail();
  }
  return report.finish();
}
