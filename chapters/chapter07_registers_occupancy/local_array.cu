// SPDX-License-Identifier: MIT
//
// Where a small array of a thread's own lives: in registers, in local memory, or in shared memory.
//
// Claim:  an array that is indexed at run time cannot lie in registers, which have no addresses.
//         It goes to local memory, four sectors a request if all lanes use one index, up to 32 if
//         each lane has its own.
// Input:  a histogram of 16 bins in each thread over `kPerThread` numbers, either the same for all
//         lanes of a warp or random.
// Expect: the unrolled version has no stack frame and no local traffic; all agree.
// Run:    ctest --preset dev -R '^chapter07\.local_array$'
#include <vector>

#include "common/common.cuh"
#include "common/occupancy.cuh"

constexpr int kBlock = 128;
constexpr int kBins = 16;
constexpr int kPerThread = 64;

// --- reference ---------------------------------------------------------------

/// bins[b * threads + t] = how often thread t meets b; thread t reads in[i * threads + t].
std::vector<unsigned> histograms_cpu(const std::vector<unsigned>& in, std::size_t threads) {
  std::vector<unsigned> bins(kBins * threads);
  for (std::size_t i = 0; i < in.size(); ++i) ++bins[in[i] * threads + i % threads];
  return bins;
}

// --- kernels -----------------------------------------------------------------

// [snippet:run-time-index]
/// The index comes from memory, so the array needs addresses: the compiler puts it into local
/// memory.
__global__ void histogram_indexed(unsigned* bins, const unsigned* in, std::size_t threads) {
  const std::size_t t = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (t >= threads) return;
  unsigned count[kBins] = {};
  for (int i = 0; i < kPerThread; ++i) ++count[in[i * threads + t]];
  for (int b = 0; b < kBins; ++b) bins[b * threads + t] = count[b];
}
// [/snippet:run-time-index]

// [snippet:unrolled]
/// Every index is known when the loop is unrolled, so each element is a register of its own.
__global__ void histogram_unrolled(unsigned* bins, const unsigned* in, std::size_t threads) {
  const std::size_t t = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (t >= threads) return;
  unsigned count[kBins] = {};
  for (int i = 0; i < kPerThread; ++i) {
    const unsigned bin = in[i * threads + t];
#pragma unroll
    for (unsigned b = 0; b < kBins; ++b) count[b] += b == bin;
  }
#pragma unroll
  for (int b = 0; b < kBins; ++b) bins[b * threads + t] = count[b];
}
// [/snippet:unrolled]

// [snippet:shared-columns]
/// Shared memory has addresses.  Thread by thread in each row, so that lane l stays in bank l.
__global__ void histogram_shared(unsigned* bins, const unsigned* in, std::size_t threads) {
  __shared__ unsigned count[kBins][kBlock];
  const std::size_t t = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (t >= threads) return;
  for (int b = 0; b < kBins; ++b) count[b][threadIdx.x] = 0;
  for (int i = 0; i < kPerThread; ++i) ++count[in[i * threads + t]][threadIdx.x];
  for (int b = 0; b < kBins; ++b) bins[b * threads + t] = count[b][threadIdx.x];
}
// [/snippet:shared-columns]

// --- check, time, check again ------------------------------------------------

using Kernel = void (*)(unsigned*, const unsigned*, std::size_t);

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  const char* index;  ///< "uniform" or "random"
  std::size_t threads;
  std::vector<unsigned> in;
  std::vector<unsigned> want = histograms_cpu(in, threads);
  cm::DeviceBuffer<unsigned> d_in{in};
};

bool measure(const Bench& b, const char* variant, Kernel kernel) {
  cm::DeviceBuffer<unsigned> d_bins(b.want.size());
  const auto run = [&] {
    const auto grid = static_cast<unsigned>((b.threads + kBlock - 1) / kBlock);
    kernel<<<grid, kBlock>>>(d_bins.data(), b.d_in.data(), b.threads);
  };
  const auto passes = [&] {
    d_bins.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close(variant, d_bins.to_host(), b.want);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  const void* code = reinterpret_cast<const void*>(kernel);
  cm::Row row("histogram", variant);
  row.n(b.in.size()).param("index", b.index).timing(timing);
  row.bytes(static_cast<double>((b.in.size() + b.want.size()) * sizeof(unsigned)));
  row.value("registers", cm::registers_of(code));
  b.report.add(row.value("local_bytes", static_cast<double>(cm::compiled(code).localSizeBytes)));
  return true;
}

bool measure_all(const Bench& b) {
  return measure(b, "indexed", histogram_indexed) && measure(b, "unrolled", histogram_unrolled) &&
         measure(b, "shared", histogram_shared);
}

/// Numbers below kBins: `in[i * threads + t]` for thread t, the same for each `alike` threads.
std::vector<unsigned> numbers(std::size_t threads, std::size_t alike) {
  std::vector<float> random(threads * kPerThread);
  cm::fill_random(random, 7, 0.0f, static_cast<float>(kBins));
  std::vector<unsigned> in(random.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t t = i % threads;
    in[i] = static_cast<unsigned>(random[i - t + t / alike * alike]) % kBins;
  }
  return in;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter07.local_array", options);
  const std::size_t threads = (options.quick ? 1u << 10 : 1u << 20) + 45;
  const bool ok = measure_all({report, options, "uniform", threads, numbers(threads, 32)}) &&
                  measure_all({report, options, "random", threads, numbers(threads, 1)});
  return ok ? report.finish() : report.fail();
}
