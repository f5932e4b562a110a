// SPDX-License-Identifier: MIT
//
// Every block reads the same table: each from L2, or one slice for all blocks of a cluster.
//
// Claim:  a multicast divides the reads of L2 by the size of the cluster, and saves little time or
//         none, for L2 is not what the blocks wait for.
// Input:  a table of tiles of 16 KiB; each thread multiplies its words and adds them.
// Run:    ctest --preset dev -R '^chapter14\.cluster_multicast$'

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"
#include "hopper.cuh"
#include "residency.cuh"

constexpr int kBlock = 256;  // threads that compute; one more warp loads
constexpr int kEach = 4;     // uint4 of a thread in each tile
constexpr int kTile = kBlock * kEach;
constexpr unsigned kTileBytes = kTile * sizeof(uint4);
constexpr int kStages = 6;
constexpr int kMostCluster = 8;

// --- reference ---------------------------------------------------------------

/// The factor of block b, odd so that no bits are lost.
__host__ __device__ unsigned factor_of(unsigned block) { return 2 * block + 3; }

std::vector<unsigned> sums_cpu(const std::vector<unsigned>& table, int blocks, int rounds) {
  std::vector<unsigned> plain(kBlock), out;
  for (std::size_t i = 0; i < table.size(); ++i) plain[i / 4 % kBlock] += table[i];
  for (int b = 0; b < blocks; ++b) {
    unsigned power = 1;
    for (int r = 0; r < rounds; ++r) power *= factor_of(static_cast<unsigned>(b));
    for (const unsigned sum : plain) out.push_back(sum * power);
  }
  return out;
}

// --- kernels -----------------------------------------------------------------

/// The tile that a cluster takes as its k-th: with `spread`, clusters start all over the table.
__device__ int tile_of(int k, int tiles, int cluster, bool spread) {
  const int clusters = static_cast<int>(gridDim.x) / cluster;
  const int start = static_cast<int>(blockIdx.x) / cluster * (tiles / clusters);
  return spread ? (k + start) % tiles : k;
}

__device__ unsigned used(uint4 quad, unsigned factor, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    quad.x *= factor;
    quad.y *= factor;
    quad.z *= factor;
    quad.w *= factor;
  }
  return quad.x + quad.y + quad.z + quad.w;
}

/// No tile at all: each thread loads its words itself.
__global__ void plain_loads(unsigned* out, const uint4* table, int tiles, int rounds, bool spread) {
  const unsigned factor = factor_of(blockIdx.x);
  unsigned sum = 0;
  for (int k = 0; k < tiles; ++k) {
    const uint4* tile = table + tile_of(k, tiles, 1, spread) * kTile;
#pragma unroll
    for (int e = 0; e < kEach; ++e) {
      sum += used(tile[e * kBlock + threadIdx.x], factor, rounds);
    }
  }
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}

struct Ring {
  uint4* tiles;
  hopper::Barrier *full, *empty;
};

// [snippet:multicast]
/// Loads this block's slice of each tile, and writes it into all blocks of the cluster.
template <int kCluster>
__device__ void load_all(Ring ring, const uint4* table, int tiles, bool spread) {
  constexpr int kSlice = kTile / kCluster;
  const unsigned rank = hopper::cluster_rank();
  for (int k = 0; k < tiles; ++k) {
    const int stage = k % kStages;
    // Every block of the cluster has used the stage up: all of them are about to be written.
    if (k >= kStages) hopper::wait(&ring.empty[stage], (k / kStages - 1) & 1);
    hopper::arrive_expecting(&ring.full[stage], kTileBytes);
    uint4* to = ring.tiles + stage * kTile + rank * kSlice;
    const uint4* from = table + tile_of(k, tiles, kCluster, spread) * kTile + rank * kSlice;
    if (kCluster == 1) {
      hopper::load(to, from, kTileBytes, &ring.full[stage]);
    } else {
      hopper::load_multicast(to, from, kTileBytes / kCluster, &ring.full[stage],
                             (1 << kCluster) - 1);
    }
  }
}
// [/snippet:multicast]

template <int kCluster>
__device__ unsigned use_all(Ring ring, int tiles, int rounds) {
  const unsigned factor = factor_of(blockIdx.x);
  unsigned sum = 0;
  for (int k = 0; k < tiles; ++k) {
    const int stage = k % kStages;
    hopper::wait(&ring.full[stage], k / kStages & 1);
#pragma unroll
    for (int e = 0; e < kEach; ++e) {
      sum += used(ring.tiles[stage * kTile + e * kBlock + threadIdx.x], factor, rounds);
    }
    __syncwarp();
    // Each warp tells every block of the cluster: lane r tells block r.
    if (threadIdx.x % 32 < kCluster) hopper::arrive_in_block(&ring.empty[stage], threadIdx.x % 32);
  }
  return sum;
}

template <int kCluster>
__global__ void multicast(unsigned* out, const uint4* table, int tiles, int rounds, bool spread) {
  extern __shared__ __align__(128) uint4 stages[];
  __shared__ hopper::Barrier full[kStages], empty[kStages];
  const Ring ring{stages, full, empty};
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) {
      hopper::init(&full[s], 1);
      hopper::init(&empty[s], kCluster * kBlock / 32);
    }
    hopper::fence_init();
  }
  hopper::cluster_sync();
  if (threadIdx.x < kBlock) {
    out[blockIdx.x * kBlock + threadIdx.x] = use_all<kCluster>(ring, tiles, rounds);
  } else if (threadIdx.x == kBlock) {
    load_all<kCluster>(ring, table, tiles, spread);
  }
  __syncwarp();
  hopper::cluster_sync();  // nobody leaves while others still write or arrive here
}

// --- check, time, check again ------------------------------------------------

struct Data {
  std::vector<unsigned> table;
  int blocks;
  cm::DeviceBuffer<unsigned> d_table{table};
  cm::DeviceBuffer<unsigned> d_out{static_cast<std::size_t>(blocks) * kBlock};
};

using Kernel = void (*)(unsigned*, const uint4*, int, int, bool);

struct Way {
  const char* variant;
  Kernel kernel;
  int cluster;
  int threads;
};

bool measure(const cm::Bench& bench, const Way& way, Data& data, int rounds, bool spread) {
  const int shared = way.kernel == plain_loads ? 0 : kStages * static_cast<int>(kTileBytes);
  CUDA_CHECK(cudaFuncSetAttribute(way.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const int tiles = static_cast<int>(data.table.size() / (4 * kTile));
  const double bytes = static_cast<double>(data.d_table.bytes()) * data.blocks;
  cm::Row row("table", way.variant);
  row.n(data.table.size()).param("rounds", rounds).param("start", spread ? "spread" : "same");
  row.param("cluster", way.cluster);
  row.bytes(bytes).from_l2().value("blocks", data.blocks);
  row.predicted("l2_read_sectors", bytes / 32 / way.cluster);
  const auto* table = reinterpret_cast<const uint4*>(data.d_table.data());
  const auto want = sums_cpu(data.table, data.blocks, rounds);
  return cm::add_checked(bench, row, way.variant, data.d_out, want, [&] {
    if (way.cluster == 1) {
      way.kernel<<<data.blocks, way.threads, shared>>>(data.d_out.data(), table, tiles, rounds,
                                                       spread);
    } else {
      CUDA_CHECK(hopper::launch(way.kernel, way.cluster, data.blocks, way.threads, shared,
                                data.d_out.data(), table, tiles, rounds, spread));
    }
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter14.cluster_multicast", options);
  const cm::Bench bench{report, options};
  std::vector<Way> ways = {{"plain", plain_loads, 1, kBlock}};
  const std::string missing = hopper::missing();
  if (missing.empty()) {
    ways.insert(ways.end(), {{"bulk", multicast<1>, 1, kBlock + 32},
                             {"multicast", multicast<2>, 2, kBlock + 32},
                             {"multicast", multicast<4>, 4, kBlock + 32},
                             {"multicast", multicast<kMostCluster>, kMostCluster, kBlock + 32}});
  } else {
    report.skip("bulk", missing);
    report.skip("multicast", missing);
  }
  std::vector<unsigned> table(4 * kTile * (options.quick ? 7 : 1 << 10));  // 16 MiB: in L2
  cm::fill_random(table, 14, 0u, ~0u);
  // The same number for each way, and no more than run at once in the largest clusters.
  int blocks = kMostCluster;
  if (missing.empty() && !options.quick) {
    constexpr int kShared = kStages * static_cast<int>(kTileBytes);
    CUDA_CHECK(cudaFuncSetAttribute(multicast<kMostCluster>,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    blocks = hopper::resident_blocks(multicast<kMostCluster>, kMostCluster, kBlock + 32, kShared);
  }
  Data data{table, blocks};
  bool ok = true;
  for (const bool spread : {false, true}) {
    for (const int rounds : {1, 32}) {
      for (const Way& way : ways) ok = ok && measure(bench, way, data, rounds, spread);
    }
  }
  return ok ? report.finish() : report.fail();
}
