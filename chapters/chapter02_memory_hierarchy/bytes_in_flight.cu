// SPDX-License-Identifier: MIT
//
// Little's law: a memory that answers after a while has to be asked for many bytes at once.
//
// Claim:  while memory has capacity to spare, the bandwidth of reading is the number of bytes on
//         the way over the latency, whether they come from many warps or from many loads in each
//         thread.
// Input:  n words of 4 bytes, read once by a grid that gives each SM a given number of warps.
// Expect: equal bandwidth for equal bytes on the way, up to where DRAM is full.
// Run:    ctest --preset dev -R '^chapter02\.bytes_in_flight$'
#include <cmath>
#include <numeric>
#include <vector>

#include "common/common.cuh"

// --- kernels -----------------------------------------------------------------

__device__ unsigned sum_of(unsigned word) { return word; }
__device__ unsigned sum_of(uint4 word) { return word.x + word.y + word.z + word.w; }

// [snippet:read]
/// Sums `count` elements.  Each thread asks for kLoads of them before it needs the first.
template <class T, int kLoads>
__global__ void read(unsigned* sums, const T* in, std::size_t count) {
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  unsigned sum = 0;
#pragma unroll 1  // or the loads of the next turn would join those of this one
  for (std::size_t first = thread; first < count; first += kLoads * threads) {
    T value[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const std::size_t i = first + k * threads;
      value[k] = i < count ? in[i] : T{};
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += sum_of(value[k]);
  }
  sums[thread] = sum;
}
// [/snippet:read]

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<unsigned> in;
  unsigned total = std::accumulate(in.begin(), in.end(), 0u);
  cm::DeviceBuffer<unsigned> d_in{in};
};

/// A grid that puts `warps_per_sm` warps on each SM, all of which are there at once.
struct Grid {
  unsigned blocks, threads;
};

Grid grid_of(unsigned warps_per_sm) {
  const unsigned blocks_per_sm = warps_per_sm > 32 ? 2 : 1;
  return {blocks_per_sm * static_cast<unsigned>(cm::sm_count()), 32 * warps_per_sm / blocks_per_sm};
}

template <class T, int kLoads>
bool measure(Bench& b, unsigned warps_per_sm) {
  const Grid grid = grid_of(warps_per_sm);
  const std::size_t count = b.in.size() * sizeof(unsigned) / sizeof(T);
  cm::DeviceBuffer<unsigned> sums(static_cast<std::size_t>(grid.blocks) * grid.threads);
  const auto run = [&] {
    const auto* in = reinterpret_cast<const T*>(b.d_in.data());
    read<T, kLoads><<<grid.blocks, grid.threads>>>(sums.data(), in, count);
  };
  const auto passes = [&] {
    sums.poison();
    run();
    CUDA_CHECK_LAST();
    const std::vector<unsigned> parts = sums.to_host();
    const unsigned total = std::accumulate(parts.begin(), parts.end(), 0u);
    return cm::check_close<unsigned>("read", {total}, {b.total});
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;

  const double in_flight = static_cast<double>(sums.size() * kLoads * sizeof(T));
  const double bytes = static_cast<double>(b.in.size() * sizeof(unsigned));
  const cm::GlobalCost cost =
      cm::global_cost(cm::warp_access(0, sizeof(T), [](int lane) { return lane; }));
  cm::Row row("read", sizeof(T) == 4 ? "4_bytes" : "16_bytes");
  row.param("loads", kLoads).param("warps_per_sm", warps_per_sm).n(b.in.size());
  row.timing(timing).bytes(bytes).value("in_flight_kib", in_flight / 1024);
  row.value("loaded_latency_ns", in_flight / bytes * timing.median_ms * 1e6);
  row.predicted("load_sectors_per_request", cost.sectors);
  b.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter02.bytes_in_flight", options);
  // A multiple of what a warp takes in one load, so that every request is full.
  std::vector<unsigned> in(options.quick ? 32 * 4 * 1001 : std::size_t{1} << 26);
  cm::fill_random(in, 1, 0u, 1000u);
  Bench bench{report, options, std::move(in)};
  bool ok = true;
  for (const unsigned warps : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    if (options.quick && warps != 2) continue;
    ok = ok && measure<unsigned, 1>(bench, warps) && measure<unsigned, 2>(bench, warps) &&
         measure<unsigned, 4>(bench, warps) && measure<unsigned, 8>(bench, warps) &&
         measure<uint4, 1>(bench, warps) && measure<uint4, 4>(bench, warps);
  }
  return ok ? report.finish() : report.fail();
}
