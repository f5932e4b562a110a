// SPDX-License-Identifier: MIT
//
// A tile of 16-byte chunks, written by rows and read by columns: padding against swizzles.
//
// Claim:  the swizzle must permute what a lane moves.  Chunks of 16 bytes need chunk ^ (row % 8);
//         a swizzle of single floats cannot be used by a 16-byte access at all, and padding by one
//         float breaks its alignment.
// Input:  a tile of kRows rows of 8 chunks that a block turns n times; checked at odd n.
// Run:    ctest --preset dev -R '^chapter04\.swizzle_tile$'

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kLaunches = 5;  // of which the median counts

// --- layouts -----------------------------------------------------------------

// [snippet:chunk-layouts]
/// Where chunk `chunk` of row `row` lies, in chunks of 16 bytes, for rows of kChunks chunks.
template <int kChunks>
struct PlainRows {
  static constexpr int kPitch = kChunks;
  static __host__ __device__ constexpr int slot(int row, int chunk) { return row * kPitch + chunk; }
};

/// One chunk of padding: 16 bytes a row, so that each row stays aligned.
template <int kChunks>
struct PaddedRows {
  static constexpr int kPitch = kChunks + 1;
  static __host__ __device__ constexpr int slot(int row, int chunk) { return row * kPitch + chunk; }
};

/// No padding: row r holds its chunks in another order.  Two rows of four chunks fill a line of
/// 128 bytes, one row of eight fills it alone; the order changes from line to line.
template <int kChunks>
struct SwizzledRows {
  static constexpr int kPitch = kChunks;
  static constexpr int kRowsInLine = 8 / kChunks;
  static __host__ __device__ constexpr int slot(int row, int chunk) {
    return row * kPitch + (chunk ^ (row / kRowsInLine % kChunks));
  }
};
// [/snippet:chunk-layouts]

// --- kernels -----------------------------------------------------------------

constexpr int kRows = 32;  // so that one warp reads a column of chunks

/// Fills the tile by rows and empties it by columns, n times: afterwards chunk c of row r stands
/// at place c * kRows + r.  A thread moves one chunk; the block has kRows * kChunks threads.
template <template <int> class Layout, int kChunks>
__global__ void turn_chunks(uint4* out, long long* cycles, const uint4* in, int n) {
  using Tile = Layout<kChunks>;
  __shared__ uint4 tile[kRows * Tile::kPitch];
  const int t = threadIdx.x;
  uint4 value = in[t];
  const long long start = clock64();
  for (int round = 0; round < n; ++round) {
    tile[Tile::slot(t / kChunks, t % kChunks)] = value;  // along the rows
    __syncthreads();
    value = tile[Tile::slot(t % kRows, t / kRows)];  // down a column
    __syncthreads();
  }
  if (t == 0) *cycles = clock64() - start;
  out[t] = value;
}

// --- reference ---------------------------------------------------------------

/// Words after n turns: word w of place p comes from where that turn reads.
std::vector<unsigned> turn_cpu(const std::vector<unsigned>& in, int chunks, int n) {
  std::vector<unsigned> words = in;
  for (int round = 0; round < n; ++round) {
    const std::vector<unsigned> before = words;
    for (int t = 0; t < kRows * chunks; ++t) {
      const int from = t % kRows * chunks + t / kRows;
      for (int w = 0; w < 4; ++w) words[4 * t + w] = before[4 * from + w];
    }
  }
  return words;
}

// --- check, time, check again ------------------------------------------------

template <template <int> class Layout, int kChunks>
bool measure(const cm::Bench& bench, const char* variant) {
  using Tile = Layout<kChunks>;
  const int n = bench.options.quick ? 11 : 2001;
  constexpr int kThreads = kRows * kChunks;
  std::vector<unsigned> in(4 * kThreads);
  cm::fill_random(in, 1, 0u, ~0u);
  const cm::DeviceBuffer<unsigned> d_in(in);
  cm::DeviceBuffer<unsigned> d_out(in.size());
  cm::DeviceBuffer<long long> d_cycles(1);
  const auto run = [&](int rounds) {
    turn_chunks<Layout, kChunks>
        <<<1, kThreads>>>(reinterpret_cast<uint4*>(d_out.data()), d_cycles.data(),
                          reinterpret_cast<const uint4*>(d_in.data()), rounds);
  };
  const auto passes = [&](int rounds) {
    return cm::leaves(variant, d_out, turn_cpu(in, kChunks, rounds), [&] { run(rounds); });
  };
  if (!passes(1) || !passes(2) || !passes(n)) return false;
  const cm::Timing timing = cm::time_ms(bench.options, [&] { run(n); }, bench.l2);
  std::vector<long long> samples;
  for (int i = 0; i < kLaunches; ++i) {
    if (!passes(n)) return false;
    samples.push_back(d_cycles.to_host()[0]);
  }
  std::sort(samples.begin(), samples.end());
  const double cycles = static_cast<double>(samples[kLaunches / 2]) / n;

  const cm::SharedCost store = cm::shared_cost(
      cm::warp_access(0, 16, [](int lane) { return Tile::slot(lane / kChunks, lane % kChunks); }));
  const cm::SharedCost load =
      cm::shared_cost(cm::warp_access(0, 16, [](int lane) { return Tile::slot(lane, 0); }));
  cm::Row row("turn_chunks", variant);
  row.n(n).param("row_bytes", 16 * kChunks).timing(timing);
  row.value("round_cycles", timing.valid ? cycles : NAN)
      .value("tile_bytes", 16 * kRows * Tile::kPitch)
      .value("ideal_wavefronts", load.ideal)
      .predicted("load_wavefronts_per_request", load.wavefronts)
      .predicted("store_wavefronts_per_request", store.wavefronts);
  bench.report.add(row);
  return true;
}

template <int kChunks>
bool measure_rows(const cm::Bench& bench) {
  return measure<PlainRows, kChunks>(bench, "plain") &&
         measure<PaddedRows, kChunks>(bench, "padded") &&
         measure<SwizzledRows, kChunks>(bench, "swizzled");
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter04.swizzle_tile", options);
  const cm::Bench bench{report, options, cm::L2::kWarm};
  const bool ok = measure_rows<8>(bench) && measure_rows<4>(bench);
  return ok ? report.finish() : report.fail();
}
