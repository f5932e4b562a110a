// SPDX-License-Identifier: MIT
//
// More counters than one block's shared memory holds: in global memory, in several passes, or
// spread over the blocks of a cluster.
//
// Claim:  counters in a neighbour's shared memory are no faster than counters in L2, for most
//         counts cross the network between the SMs; passes over all keys beat both.
// Input:  n keys, evenly spread or nearly all alike, in 32 Ki, 128 Ki or 256 Ki bins.
// Run:    ctest --preset dev -R '^chapter14\.cluster_histogram$'

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"
#include "hopper.cuh"
#include "residency.cuh"

constexpr int kBlock = 1024;
constexpr int kMostBins = 1 << 15;  // of a block: 128 KiB

// --- reference ---------------------------------------------------------------

std::vector<unsigned> histogram_cpu(const std::vector<unsigned>& keys, unsigned bins) {
  std::vector<unsigned> counts(bins);
  for (const unsigned key : keys) ++counts[key & (bins - 1)];
  return counts;
}

// --- kernels -----------------------------------------------------------------

/// Calls count(key) for each key; `worker` of `workers` takes every workers-th uint4.
template <class Count>
__device__ void for_each_key(const unsigned* keys, std::size_t n, std::size_t worker,
                             std::size_t workers, Count&& count) {
  const auto* quads = reinterpret_cast<const uint4*>(keys);
  const auto count_quad = [&](uint4 quad) {
    count(quad.x);
    count(quad.y);
    count(quad.z);
    count(quad.w);
  };
  std::size_t i = worker;
  for (; i + workers < n / 4; i += 2 * workers) {
    const uint4 a = quads[i], b = quads[i + workers];
    count_quad(a);
    count_quad(b);
  }
  if (i < n / 4) count_quad(quads[i]);
  if (worker < n % 4) count(keys[n / 4 * 4 + worker]);
}

/// One atomic in L2 for each key.
__global__ void __launch_bounds__(kBlock)
    global_counters(unsigned* counts, const unsigned* keys, std::size_t n, unsigned bins) {
  const std::size_t worker = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  for_each_key(keys, n, worker, static_cast<std::size_t>(gridDim.x) * kBlock,
               [&](unsigned key) { atomicAdd(&counts[key & (bins - 1)], 1u); });
}

/// Group g of the blocks counts the bins from g * kMostBins on, and reads all keys for it.
__global__ void __launch_bounds__(kBlock)
    several_passes(unsigned* counts, const unsigned* keys, std::size_t n, unsigned bins) {
  extern __shared__ unsigned mine[];
  const unsigned groups = bins / kMostBins, group = blockIdx.x % groups;
  for (int i = threadIdx.x; i < kMostBins; i += kBlock) mine[i] = 0;
  __syncthreads();
  const std::size_t worker = static_cast<std::size_t>(blockIdx.x / groups) * kBlock + threadIdx.x;
  for_each_key(keys, n, worker, static_cast<std::size_t>(gridDim.x / groups) * kBlock,
               [&](unsigned key) {
                 const unsigned bin = key & (bins - 1);
                 if (bin / kMostBins == group) atomicAdd(&mine[bin % kMostBins], 1u);
               });
  __syncthreads();
  for (int i = threadIdx.x; i < kMostBins; i += kBlock) {
    if (mine[i] != 0) atomicAdd(&counts[group * kMostBins + i], mine[i]);
  }
}

// [snippet:cluster-counters]
/// Block r of a cluster has the bins from r * kMostBins on; all of them count in all.
__global__ void __launch_bounds__(kBlock)
    cluster_counters(unsigned* counts, const unsigned* keys, std::size_t n, unsigned bins) {
  extern __shared__ unsigned mine[];
  const unsigned rank = hopper::cluster_rank();
  for (int i = threadIdx.x; i < kMostBins; i += kBlock) mine[i] = 0;
  hopper::cluster_sync();  // nobody counts before all counters are zero
  const std::size_t worker = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  for_each_key(keys, n, worker, static_cast<std::size_t>(gridDim.x) * kBlock, [&](unsigned key) {
    const unsigned bin = key & (bins - 1);
    atomicAdd(hopper::in_block(&mine[bin % kMostBins], bin / kMostBins), 1u);
  });
  hopper::cluster_sync();  // nobody leaves while others still count here
  for (int i = threadIdx.x; i < kMostBins; i += kBlock) {
    if (mine[i] != 0) atomicAdd(&counts[rank * kMostBins + i], mine[i]);
  }
}
// [/snippet:cluster-counters]

// --- check, time, check again ------------------------------------------------

using Kernel = void (*)(unsigned*, const unsigned*, std::size_t, unsigned);

/// Keys of which `same_of_hundred` in a hundred are 77, and the others anything.
std::vector<unsigned> make_keys(std::size_t n, unsigned same_of_hundred) {
  std::vector<unsigned> keys(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t bits = cm::random_bits(14, i);
    keys[i] = (bits >> 32) % 100 < same_of_hundred ? 77u : static_cast<unsigned>(bits);
  }
  return keys;
}

struct Data {
  unsigned same_of_hundred;
  std::vector<unsigned> keys;
  cm::DeviceBuffer<unsigned> d_keys{keys};
};

/// Clears the counters and launches; `cluster` is 1 for a launch without clusters.
bool measure(const cm::Bench& bench, const char* variant, Kernel kernel, const Data& data,
             const std::vector<unsigned>& want, int cluster, int blocks, int shared) {
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const auto bins = static_cast<unsigned>(want.size());
  cm::DeviceBuffer<unsigned> counts(bins);
  cm::Row row("histogram", variant);
  row.n(data.keys.size()).param("bins", static_cast<int>(bins));
  row.param("same_of_hundred", static_cast<int>(data.same_of_hundred)).param("cluster", cluster);
  row.bytes(static_cast<double>(data.d_keys.bytes())).value("blocks", blocks);
  return cm::add_checked(bench, row, variant, counts, want, [&] {
    CUDA_CHECK(cudaMemsetAsync(counts.data(), 0, counts.bytes()));
    if (cluster > 1) {
      CUDA_CHECK(hopper::launch(kernel, cluster, blocks, kBlock, shared, counts.data(),
                                data.d_keys.data(), data.keys.size(), bins));
    } else {
      kernel<<<blocks, kBlock, shared>>>(counts.data(), data.d_keys.data(), data.keys.size(), bins);
    }
  });
}

bool measure_all(const cm::Bench& bench, const Data& data, unsigned bins, bool clusters) {
  const int groups = static_cast<int>(bins) / kMostBins;
  const int sms = bench.options.quick ? groups : cm::sm_count();
  const int whole = sms / groups * groups;  // blocks, one for each SM
  constexpr int kShared = kMostBins * sizeof(unsigned);
  const std::vector<unsigned> want = histogram_cpu(data.keys, bins);
  CUDA_CHECK(
      cudaFuncSetAttribute(cluster_counters, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
  const int resident = bench.options.quick || !clusters
                           ? groups
                           : hopper::resident_blocks(cluster_counters, groups, kBlock, kShared);
  return measure(bench, "global", global_counters, data, want, 1, 2 * sms, 0) &&
         measure(bench, "passes", several_passes, data, want, 1, whole, kShared) &&
         (!clusters ||
          measure(bench, "cluster", cluster_counters, data, want, groups, resident, kShared));
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);
  cm::Report report("chapter14.cluster_histogram", options);
  const cm::Bench bench{report, options};
  const std::string missing = hopper::missing();
  if (!missing.empty()) report.skip("cluster", missing);
  const std::size_t n = (options.quick ? 1u << 14 : 1u << 26) + 123;
  bool ok = true;
  for (const unsigned same : {0u, 95u}) {
    const Data data{same, make_keys(n, same)};
    std::vector<unsigned> all_bins = {1u << 15, 1u << 17, 1u << 18};
    if (same != 0) all_bins = {1u << 17};
    for (const unsigned bins : all_bins) {
      ok = ok && measure_all(bench, data, bins, missing.empty());
    }
  }
  return ok ? report.finish() : report.fail();
}
