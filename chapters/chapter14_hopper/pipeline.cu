// SPDX-License-Identifier: MIT
//
// Load a tile, use it, load the next: with __syncthreads, with mbarriers, with a warp that only
// loads.
//
// Claim:  a pipeline pays where few warps are resident, since several loads are then under way at
//         once; where other blocks fill the gaps, one stage and a barrier do nearly as well.
// Input:  tiles of 16 KiB; each word goes through `rounds` steps of a generator; one block on an SM
//         or as many as fit.
// Run:    ctest --preset dev -R '^chapter14\.pipeline$'

#include <cuda_pipeline.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"
#include "hopper.cuh"

constexpr int kBlock = 256;
constexpr int kEach = 4;               // uint4 of a thread in each tile
constexpr int kTile = kBlock * kEach;  // uint4: 16 KiB
constexpr unsigned kTileBytes = kTile * sizeof(uint4);
constexpr unsigned kFactor = 1664525, kTerm = 1013904223;

// --- reference ---------------------------------------------------------------

/// The sums of `use`, with all rounds of the generator taken in one step.
std::vector<unsigned> sums_cpu(const std::vector<unsigned>& in, int rounds) {
  unsigned factor = 1, term = 0;
  for (int r = 0; r < rounds; ++r) {
    term = term * kFactor + kTerm;
    factor *= kFactor;
  }
  std::vector<unsigned> out(in.size() / (4 * kEach));
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t tile = i / (4 * kTile), quad = i / 4 % kTile;
    const std::size_t thread = (kBlock - 1) - quad % kBlock;  // tiles are read backwards
    out[tile * kBlock + thread] += in[i] * factor + term;
  }
  return out;
}

// --- using a tile ------------------------------------------------------------

/// One sum for each thread, over words that other threads brought.
__device__ void use(unsigned* out, const uint4* tile, int thread, int rounds) {
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    uint4 quad = tile[k * kBlock + (kBlock - 1 - thread)];
    for (int r = 0; r < rounds; ++r) {
      quad.x = quad.x * kFactor + kTerm;
      quad.y = quad.y * kFactor + kTerm;
      quad.z = quad.z * kFactor + kTerm;
      quad.w = quad.w * kFactor + kTerm;
    }
    sum += quad.x + quad.y + quad.z + quad.w;
  }
  out[thread] = sum;
}

/// The tiles that this block takes: every gridDim.x-th one.
struct Share {
  int tiles;
  __device__ int count() const {
    return (tiles - static_cast<int>(blockIdx.x) + static_cast<int>(gridDim.x) - 1) /
           static_cast<int>(gridDim.x);
  }
  __device__ std::size_t tile(int k) const {
    return static_cast<std::size_t>(k) * gridDim.x + blockIdx.x;
  }
};

// --- kernels -----------------------------------------------------------------

/// Load, barrier, use, barrier.
__global__ void one_stage(unsigned* out, const uint4* in, int tiles, int rounds) {
  __shared__ uint4 tile[kTile];
  const Share share{tiles};
  for (int k = 0; k < share.count(); ++k) {
#pragma unroll
    for (int e = 0; e < kEach; ++e) {
      const int at = e * kBlock + static_cast<int>(threadIdx.x);
      tile[at] = in[share.tile(k) * kTile + at];
    }
    __syncthreads();
    use(out + share.tile(k) * kBlock, tile, threadIdx.x, rounds);
    __syncthreads();
  }
}

/// A ring of stages filled with cp.async by all threads, and two barriers for each tile.
template <int kStages>
__global__ void cp_async_ring(unsigned* out, const uint4* in, int tiles, int rounds) {
  extern __shared__ __align__(128) uint4 ring[];
  const Share share{tiles};
  const auto ask = [&](int k) {
    for (int e = 0; k < share.count() && e < kEach; ++e) {
      const int at = e * kBlock + static_cast<int>(threadIdx.x);
      __pipeline_memcpy_async(&ring[k % kStages * kTile + at], &in[share.tile(k) * kTile + at], 16);
    }
    __pipeline_commit();
  };
  for (int k = 0; k < kStages; ++k) ask(k);
  for (int k = 0; k < share.count(); ++k) {
    __pipeline_wait_prior(kStages - 1);
    __syncthreads();  // everybody's copies have come
    use(out + share.tile(k) * kBlock, ring + k % kStages * kTile, threadIdx.x, rounds);
    __syncthreads();  // everybody is done with the stage
    ask(k + kStages);
  }
}

/// A ring filled by the copy engine; an mbarrier for each stage says that its tile has come.
template <int kStages>
__global__ void bulk_ring(unsigned* out, const uint4* in, int tiles, int rounds) {
  extern __shared__ __align__(128) uint4 ring[];
  __shared__ hopper::Barrier full[kStages];
  const Share share{tiles};
  const auto ask = [&](int k) {
    if (threadIdx.x != 0 || k >= share.count()) return;
    hopper::arrive_expecting(&full[k % kStages], kTileBytes);
    hopper::load(ring + k % kStages * kTile, in + share.tile(k) * kTile, kTileBytes,
                 &full[k % kStages]);
  };
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) hopper::init(&full[s], 1);
    hopper::fence_init();
  }
  __syncthreads();
  for (int k = 0; k < kStages; ++k) ask(k);
  for (int k = 0; k < share.count(); ++k) {
    hopper::wait(&full[k % kStages], k / kStages & 1);
    use(out + share.tile(k) * kBlock, ring + k % kStages * kTile, threadIdx.x, rounds);
    __syncthreads();  // everybody is done with the stage
    ask(k + kStages);
  }
}

/// One more warp does nothing but load. Two mbarriers for each stage: its tile has come, and its
/// tile is used up. No warp waits for all others.
template <int kStages>
__global__ void specialised(unsigned* out, const uint4* in, int tiles, int rounds) {
  extern __shared__ __align__(128) uint4 ring[];
  __shared__ hopper::Barrier full[kStages], empty[kStages];
  const Share share{tiles};
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) {
      hopper::init(&full[s], 1);
      hopper::init(&empty[s], kBlock / 32);
    }
    hopper::fence_init();
  }
  __syncthreads();
  // [snippet:specialised]
  if (threadIdx.x >= kBlock) {  // the loader
    if (threadIdx.x != kBlock) return;
    for (int k = 0; k < share.count(); ++k) {
      const int stage = k % kStages;
      if (k >= kStages) hopper::wait(&empty[stage], (k / kStages - 1) & 1);
      hopper::arrive_expecting(&full[stage], kTileBytes);
      hopper::load(ring + stage * kTile, in + share.tile(k) * kTile, kTileBytes, &full[stage]);
    }
    return;
  }
  for (int k = 0; k < share.count(); ++k) {
    const int stage = k % kStages;
    hopper::wait(&full[stage], k / kStages & 1);
    use(out + share.tile(k) * kBlock, ring + stage * kTile, threadIdx.x, rounds);
    __syncwarp();
    if (threadIdx.x % 32 == 0) hopper::arrive(&empty[stage]);
  }
  // [/snippet:specialised]
}

// --- check, time, check again ------------------------------------------------

using Kernel = void (*)(unsigned*, const uint4*, int, int);

struct Way {
  const char* variant;
  Kernel kernel;
  int stages;
  int threads = kBlock;
};

struct Data {
  std::vector<unsigned> in;
  cm::DeviceBuffer<unsigned> d_in{in}, d_out{in.size() / (4 * kEach)};
};

/// Runs with `per_sm` blocks on each SM, or as many as fit for 0.
bool measure(const cm::Bench& bench, const Way& way, Data& data, const std::vector<unsigned>& want,
             int rounds, int per_sm) {
  const int shared = way.kernel == one_stage ? 0 : way.stages * static_cast<int>(kTileBytes);
  CUDA_CHECK(cudaFuncSetAttribute(way.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  CUDA_CHECK(cudaFuncSetAttribute(way.kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                  cudaSharedmemCarveoutMaxShared));
  int fit = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, way.kernel, way.threads, shared));
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, way.kernel));
  const int resident = per_sm == 0 ? fit : std::min(fit, per_sm);
  const int tiles = static_cast<int>(data.in.size() / (4 * kTile));
  const int blocks = bench.options.quick ? 2 : std::min(tiles, resident * cm::sm_count());
  cm::Row row("pipeline", way.variant);
  row.n(data.in.size()).param("rounds", rounds).param("stages", way.stages);
  row.param("per_sm", per_sm == 0 ? "all" : std::to_string(per_sm));
  row.bytes(static_cast<double>(data.d_in.bytes() + data.d_out.bytes()));
  row.value("blocks_per_sm", resident).value("registers", attributes.numRegs);
  row.predicted("dram_read_bytes", static_cast<double>(data.d_in.bytes()));
  return cm::add_checked(bench, row, way.variant, data.d_out, want, [&] {
    way.kernel<<<blocks, way.threads, shared>>>(
        data.d_out.data(), reinterpret_cast<const uint4*>(data.d_in.data()), tiles, rounds);
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);
  cm::Report report("chapter14.pipeline", options);
  const cm::Bench bench{report, options};
  std::vector<Way> ways = {{"one_stage", one_stage, 1},
                           {"cp_async", cp_async_ring<2>, 2},
                           {"cp_async", cp_async_ring<4>, 4}};
  const std::string missing = hopper::missing();
  if (missing.empty()) {
    ways.insert(ways.end(), {{"bulk", bulk_ring<1>, 1},
                             {"bulk", bulk_ring<2>, 2},
                             {"bulk", bulk_ring<4>, 4},
                             {"specialised", specialised<2>, 2, kBlock + 32},
                             {"specialised", specialised<4>, 4, kBlock + 32}});
  } else {
    report.skip("bulk", missing);
    report.skip("specialised", missing);
  }
  std::vector<unsigned> in(4 * kTile * (options.quick ? 11 : (1 << 14) + 5));
  cm::fill_random(in, 14, 0u, ~0u);
  Data data{in};
  bool ok = true;
  for (const int rounds : {1, 16, 64}) {
    const std::vector<unsigned> want = sums_cpu(data.in, rounds);
    for (const int per_sm : {1, 0}) {
      for (const Way& way : ways) ok = ok && measure(bench, way, data, want, rounds, per_sm);
    }
  }
  return ok ? report.finish() : report.fail();
}
