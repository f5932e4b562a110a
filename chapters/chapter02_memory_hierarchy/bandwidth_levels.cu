// SPDX-License-Identifier: MIT
//
// How many bytes a second each level hands out when all SMs ask at once.
//
// Claim:  the rate falls in steps where the footprint outgrows a level: L1, L2, DRAM.  Shared
//         memory and L1 give what one SM can take, times the number of SMs.
// Input:  every SM reads a slice of its own again and again; the footprint is all slices together.
// Expect: through L1 the first step comes where a slice outgrows L1; past L1 where the footprint
//         outgrows L2.
// Run:    ctest --preset dev -R '^chapter02\.bandwidth_levels$'
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kThreads = 1024;  // one block fills an SM as far as its loads go
constexpr unsigned kSharedWords = 2048;
constexpr double kBytesOfRun = 8e9;  // long enough for an event pair, at every level

// --- kernels -----------------------------------------------------------------

__device__ unsigned sum_of(uint4 word) { return word.x + word.y + word.z + word.w; }

/// Adds up the sums of a block's threads, and the cycles since `start`, in *result.
struct Result {
  unsigned sum;
  unsigned cycles;
};

__device__ void hand_in(Result* result, unsigned sum, long long start) {
  __syncthreads();
  if (threadIdx.x == 0) result->cycles = static_cast<unsigned>(clock64() - start);
  atomicAdd(&result->sum, sum);
}

// [snippet:read-slice]
/// Each block reads its slice of `words` words `rounds` times, by L1 or past it.
template <bool kPastL1>
__global__ void __launch_bounds__(kThreads)
    read_slice(Result* results, const uint4* in, unsigned words, unsigned rounds) {
  const uint4* slice = in + static_cast<std::size_t>(blockIdx.x) * words;
  const long long start = clock64();
  unsigned sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll 8
    for (unsigned i = threadIdx.x; i < words; i += kThreads) {
      sum += sum_of(kPastL1 ? __ldcg(slice + i) : slice[i]);
    }
    __syncwarp();  // or the compiler may keep what it has read for the next round
  }
  hand_in(results + blockIdx.x, sum, start);
}
// [/snippet:read-slice]

/// The same from shared memory, which first gets the block's slice of kSharedWords words.
__global__ void __launch_bounds__(kThreads)
    read_shared(Result* results, const uint4* in, unsigned rounds) {
  __shared__ uint4 slice[kSharedWords];
  for (unsigned i = threadIdx.x; i < kSharedWords; i += kThreads) {
    slice[i] = in[static_cast<std::size_t>(blockIdx.x) * kSharedWords + i];
  }
  __syncthreads();
  const long long start = clock64();
  unsigned sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    for (unsigned i = threadIdx.x; i < kSharedWords; i += kThreads) sum += sum_of(slice[i]);
    __syncwarp();
  }
  hand_in(results + blockIdx.x, sum, start);
}

// --- reference ---------------------------------------------------------------

/// The sum of each slice of `words` words, `rounds` times.
std::vector<unsigned> sums_cpu(const std::vector<unsigned>& in, std::size_t slices,
                               std::size_t words, unsigned rounds) {
  std::vector<unsigned> sums;
  for (std::size_t s = 0; s < slices; ++s) {
    const auto first = in.begin() + static_cast<std::ptrdiff_t>(4 * s * words);
    const auto last = first + static_cast<std::ptrdiff_t>(4 * words);
    sums.push_back(rounds * std::accumulate(first, last, 0u));
  }
  return sums;
}

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<unsigned> in;  ///< Four of them are a word of the kernels.
  cm::DeviceBuffer<unsigned> d_in{in};
  std::size_t slices = static_cast<std::size_t>(cm::sm_count());
  cm::DeviceBuffer<Result> results{slices};

  const uint4* words() const { return reinterpret_cast<const uint4*>(d_in.data()); }
};

/// Measures `launch(rounds)`, in which each block reads `words` words of its own `rounds` times.
template <class Launch>
bool measure(Bench& b, const char* variant, std::size_t words, const Launch& launch) {
  const double bytes = static_cast<double>(b.slices * words * sizeof(uint4));
  const unsigned rounds =
      b.options.quick ? 2 : static_cast<unsigned>(std::max(1.0, kBytesOfRun / bytes));
  std::vector<unsigned> cycles;
  const auto passes = [&] {
    CUDA_CHECK(cudaMemset(b.results.data(), 0, b.results.bytes()));
    launch(rounds);
    CUDA_CHECK_LAST();
    std::vector<unsigned> sums;
    cycles.clear();
    for (const Result& result : b.results.to_host()) {
      sums.push_back(result.sum);
      cycles.push_back(result.cycles);
    }
    return cm::check_close(variant, sums, sums_cpu(b.in, b.slices, words, rounds));
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, [&] { launch(rounds); }, cm::L2::kWarm);
  if (!passes()) return false;
  std::nth_element(cycles.begin(), cycles.begin() + cycles.size() / 2, cycles.end());
  const double sm_bytes = static_cast<double>(words * sizeof(uint4)) * rounds;
  cm::Row row("read", variant);
  row.n(4 * b.slices * words);
  row.param("slice_kib", static_cast<double>(words * sizeof(uint4)) / 1024.0);
  row.timing(timing).bytes(bytes * rounds).value("footprint_mib", bytes / (1 << 20));
  row.value("bytes_per_cycle_of_sm", timing.valid ? sm_bytes / cycles[cycles.size() / 2] : NAN);
  const cm::GlobalCost cost =
      cm::global_cost(cm::warp_access(0, sizeof(uint4), [](int lane) { return lane; }));
  row.predicted("load_sectors_per_request", cost.sectors);
  // Part of a footprint near the size of L2 comes from there.
  if (bytes < 4.0 * static_cast<double>(cm::l2_bytes())) row.from_l2();
  b.report.add(row);
  return true;
}

template <bool kPastL1>
bool measure_slice(Bench& b, const char* variant, std::size_t kib) {
  const auto words = static_cast<unsigned>(kib * 1024 / sizeof(uint4));
  CUDA_CHECK(cudaFuncSetAttribute(read_slice<kPastL1>,
                                  cudaFuncAttributePreferredSharedMemoryCarveout,
                                  cudaSharedmemCarveoutMaxL1));
  return measure(b, variant, words, [&](unsigned rounds) {
    const auto blocks = static_cast<unsigned>(b.slices);
    read_slice<kPastL1><<<blocks, kThreads>>>(b.results.data(), b.words(), words, rounds);
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter02.bandwidth_levels", options);
  std::vector<std::size_t> slices_kib = {16,  32,  64,  96,  128, 160,  192,  224,
                                         256, 320, 384, 512, 768, 1024, 2048, 4096};
  if (options.quick) slices_kib = {32};
  std::vector<unsigned> in(static_cast<std::size_t>(cm::sm_count()) * slices_kib.back() * 256);
  cm::fill_random(in, 1, 0u, 1000u);
  Bench bench{report, options, std::move(in)};
  bool ok = measure(bench, "shared", kSharedWords, [&](unsigned rounds) {
    const auto blocks = static_cast<unsigned>(bench.slices);
    read_shared<<<blocks, kThreads>>>(bench.results.data(), bench.words(), rounds);
  });
  for (const std::size_t kib : slices_kib) {
    ok = ok && measure_slice<false>(bench, "through_l1", kib) &&
         measure_slice<true>(bench, "past_l1", kib);
  }
  return ok ? report.finish() : report.fail();
}
