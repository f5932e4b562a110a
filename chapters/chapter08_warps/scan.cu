// SPDX-License-Identifier: MIT
//
// Prefix sums of a long array: three passes over it, or one that looks back.
//
// Claim:  a scan in passes moves every element twice, however well a block scans.  With decoupled
//         look-back each element is read once and written once.
// Input:  n unsigned numbers; sums wrap around, so every order gives the same bits.
// Expect: the two block scans alike; one pass far ahead of both, and not behind the library.
// Run:    ctest --preset dev -R '^chapter08\.scan$'
#include <vector>

#include "common/common.cuh"
#include "common/look_back.cuh"

#if !defined(CM_VIRTUAL_GPU) && __has_include(<cub/device/device_scan.cuh>)
#define HAVE_CUB 1
#include <cub/device/device_scan.cuh>
#else
#define HAVE_CUB 0
#endif

constexpr unsigned kAllLanes = 0xFFFFFFFFu;

// --- reference ---------------------------------------------------------------

std::vector<unsigned> scan_cpu(const std::vector<unsigned>& in) {
  std::vector<unsigned> out(in.size());
  unsigned sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = sum += in[i];
  return out;
}

// --- kernels: passes ---------------------------------------------------------

constexpr int kPassThreads = 512;
constexpr int kPassTile = 2 * kPassThreads;  // elements that a block scans

/// Scans the tile in shared memory up and down a tree: 2 * kPassTile additions, few of them at a
/// time.  Returns the total.
__device__ unsigned scan_tile_tree(unsigned* tile) {
  // [snippet:work-efficient]
  const int thread = threadIdx.x;
  for (int step = 1; step < kPassTile; step *= 2) {  // up: sums of pairs, of fours, of eights ...
    __syncthreads();
    const int last = (thread + 1) * 2 * step - 1;
    if (last < kPassTile) tile[last] += tile[last - step];
  }
  for (int step = kPassTile / 2; step > 0; step /= 2) {  // down: to those between
    __syncthreads();
    const int last = (thread + 1) * 2 * step - 1;
    if (last + step < kPassTile) tile[last + step] += tile[last];
  }
  // [/snippet:work-efficient]
  __syncthreads();
  return tile[kPassTile - 1];
}

// [snippet:warp-scan]
/// The sum of `value` over this lane and those below it.
__device__ unsigned warp_scan(unsigned value) {
  const int lane = threadIdx.x % 32;
  for (int offset = 1; offset < 32; offset *= 2) {
    const unsigned below = __shfl_up_sync(kAllLanes, value, offset);
    if (lane >= offset) value += below;
  }
  return value;
}
// [/snippet:warp-scan]

/// The sum of `value` over the threads of the block before this one; `total` gets that of all.
/// `warps` is shared memory for 32 numbers.
__device__ unsigned block_scan(unsigned value, unsigned* warps, unsigned& total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, count = blockDim.x / 32;
  const unsigned up_to_here = warp_scan(value);
  if (lane == 31) warps[warp] = up_to_here;
  __syncthreads();
  const unsigned up_to_warp = warp_scan(lane < count ? warps[lane] : 0);
  total = __shfl_sync(kAllLanes, up_to_warp, 31);
  const unsigned before_warp = __shfl_sync(kAllLanes, up_to_warp, warp - 1);
  return (warp > 0 ? before_warp : 0) + up_to_here - value;
}

/// The same as scan_tile_tree by shuffles: two neighbouring elements a thread.
__device__ unsigned scan_tile_shuffle(unsigned* tile) {
  __shared__ unsigned warps[32];
  const int first = 2 * threadIdx.x;
  __syncthreads();
  const unsigned a = tile[first], b = tile[first + 1];
  unsigned total;
  const unsigned before = block_scan(a + b, warps, total);
  tile[first] = before + a;
  tile[first + 1] = before + a + b;
  __syncthreads();
  return total;
}

/// Scans each tile by itself and notes its total.
template <unsigned (*kScanTile)(unsigned*)>
__global__ void scan_tiles(unsigned* out, unsigned* totals, const unsigned* in, std::size_t n) {
  __shared__ unsigned tile[kPassTile];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kPassTile;
  for (int i = threadIdx.x; i < kPassTile; i += kPassThreads) {
    tile[i] = first + i < n ? in[first + i] : 0;
  }
  const unsigned total = kScanTile(tile);
  for (int i = threadIdx.x; i < kPassTile; i += kPassThreads) {
    if (first + i < n) out[first + i] = tile[i];
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

/// Adds to each tile what lies before it.
__global__ void add_before(unsigned* out, const unsigned* up_to_tile, std::size_t n) {
  const std::size_t first = (static_cast<std::size_t>(blockIdx.x) + 1) * kPassTile;
  const unsigned before = up_to_tile[blockIdx.x];
  for (int i = threadIdx.x; i < kPassTile; i += kPassThreads) {
    if (first + i < n) out[first + i] += before;
  }
}

// --- kernel: one pass --------------------------------------------------------

/// Elements i to i + 3, with noughts from n on.  Nobody reads them again, which the load says.
__device__ uint4 load_four(const unsigned* in, std::size_t i, std::size_t n) {
  if (i + 4 <= n) return __ldcs(reinterpret_cast<const uint4*>(in + i));
  uint4 four = make_uint4(0, 0, 0, 0);
  if (i + 0 < n) four.x = in[i + 0];
  if (i + 1 < n) four.y = in[i + 1];
  if (i + 2 < n) four.z = in[i + 2];
  return four;
}

__device__ void store_four(unsigned* out, std::size_t i, std::size_t n, uint4 four) {
  if (i + 4 <= n) {
    __stcs(reinterpret_cast<uint4*>(out + i), four);
    return;
  }
  if (i + 0 < n) out[i + 0] = four.x;
  if (i + 1 < n) out[i + 1] = four.y;
  if (i + 2 < n) out[i + 2] = four.z;
}

/// Threads whose registers fit on an SM: five registers a load, two a word, and twenty-odd more.
constexpr int resident_threads(int loads, int reach) {
  return 65536 / ((5 * loads + 2 * reach + 25) / 8 * 8);
}

/// Reads each element once and writes it once.  A warp owns kLoads * 128 neighbouring elements; a
/// lane takes four of each 128, so its loads and stores are 128 bits wide and side by side.
///
/// \param words   one for each tile, all zero
/// \param ticket  zero; tiles are numbered in the order in which blocks start
template <int kThreads, int kLoads, int kReach>
__global__ void __launch_bounds__(kThreads, resident_threads(kLoads, kReach) / kThreads)
    scan_look_back(unsigned* out, const unsigned* in, std::size_t n, cm::TileWord* words,
                   unsigned* ticket) {
  constexpr int kTile = kThreads * kLoads * 4, kWarps = kThreads / 32;
  __shared__ unsigned shared_tile, before_warp[kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // [snippet:one-pass]
  if (threadIdx.x == 0) shared_tile = atomicAdd(ticket, 1);
  __syncthreads();
  const unsigned tile = shared_tile;
  const std::size_t first =
      static_cast<std::size_t>(tile) * kTile + warp * (kLoads * 128) + lane * 4;
  uint4 four[kLoads];
  for (int k = 0; k < kLoads; ++k) four[k] = load_four(in, first + k * 128, n);

  unsigned warp_total = 0;
  for (int k = 0; k < kLoads; ++k) {
    const unsigned sum = four[k].x + four[k].y + four[k].z + four[k].w;
    const unsigned up_to_here = warp_scan(sum);
    four[k].x += warp_total + up_to_here - sum;  // what lies before it in this warp
    warp_total += __shfl_sync(kAllLanes, up_to_here, 31);
  }
  if (lane == 0) before_warp[warp] = warp_total;
  __syncthreads();
  if (warp == 0) {
    const unsigned total = lane < kWarps ? before_warp[lane] : 0;
    const unsigned up_to_warp = warp_scan(total);
    const unsigned own = __shfl_sync(kAllLanes, up_to_warp, 31);
    const unsigned before_tile = cm::look_back<kReach>(words, tile, own);
    if (lane < kWarps) before_warp[lane] = before_tile + up_to_warp - total;
  }
  __syncthreads();
  for (int k = 0; k < kLoads; ++k) {
    uint4 sums = four[k];
    sums.x += before_warp[warp];
    sums.y += sums.x;
    sums.z += sums.y;
    sums.w += sums.z;
    store_four(out, first + k * 128, n, sums);
  }
  // [/snippet:one-pass]
}

// --- check, time, check again ------------------------------------------------

std::size_t tiles_of(std::size_t n, int tile) { return (n + tile - 1) / tile; }

std::vector<unsigned> random_numbers(std::size_t n) {
  std::vector<unsigned> numbers(n);
  cm::fill_random(numbers, 8, 0u, 1000u);
  return numbers;
}

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<unsigned> in;
  std::vector<unsigned> want = scan_cpu(in);
  cm::DeviceBuffer<unsigned> d_in{in}, d_out{in.size()};
};

/// Adds a row if `run` leaves the scan in d_out, both before and after it is timed.
template <class Run>
bool measure(Bench& b, const char* variant, cm::Row row, const std::vector<unsigned>& want,
             Run&& run) {
  const auto passes = [&] {
    b.d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close(variant, b.d_out.to_host(), want);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  b.report.add(row.n(b.in.size()).bytes(2.0 * b.d_in.bytes()).timing(timing));
  return true;
}

/// Scans tiles, then their totals in the same way, then adds: levels[i] holds totals of level i.
template <unsigned (*kScanTile)(unsigned*)>
void scan_in_passes(unsigned* out, const unsigned* in, std::size_t n,
                    std::vector<cm::DeviceBuffer<unsigned>>& levels, std::size_t level = 0) {
  const auto tiles = static_cast<unsigned>(tiles_of(n, kPassTile));
  unsigned* totals = levels[level].data();
  scan_tiles<kScanTile><<<tiles, kPassThreads>>>(out, totals, in, n);
  if (tiles == 1) return;
  scan_in_passes<kScanTile>(totals, totals, tiles, levels, level + 1);
  add_before<<<tiles - 1, kPassThreads>>>(out, totals, n);
}

template <unsigned (*kScanTile)(unsigned*)>
bool measure_passes(Bench& b, const char* variant) {
  std::vector<cm::DeviceBuffer<unsigned>> levels;
  for (std::size_t n = b.in.size(); levels.empty() || n > 1;) {
    levels.emplace_back(n = tiles_of(n, kPassTile));
  }
  cm::Row row("scan", variant);
  row.param("tile", kPassTile).value("launches", 2.0 * levels.size() - 1);
  row.predicted("dram_read_bytes", 2.0 * b.d_in.bytes());  // to scan, and to add
  return measure(b, variant, row, b.want, [&] {
    scan_in_passes<kScanTile>(b.d_out.data(), b.d_in.data(), b.in.size(), levels);
  });
}

template <int kThreads, int kLoads, int kReach>
bool measure_look_back(Bench& b, const char* variant) {
  constexpr int kTile = kThreads * kLoads * 4;
  const std::size_t tiles = tiles_of(b.in.size(), kTile);
  cm::DeviceBuffer<cm::TileWord> state(tiles + 1);  // the last one is the ticket
  const auto ticket = reinterpret_cast<unsigned*>(state.data() + tiles);
  cm::Row row("scan", variant);
  row.param("threads", kThreads).param("tile", kTile).param("reach", 32 * kReach);
  row.value("launches", 1);
  row.predicted("dram_read_bytes", 1.0 * b.d_in.bytes());
  return measure(b, variant, row, b.want, [&] {
    cudaMemsetAsync(state.data(), 0, state.bytes());
    scan_look_back<kThreads, kLoads, kReach><<<static_cast<unsigned>(tiles), kThreads>>>(
        b.d_out.data(), b.d_in.data(), b.in.size(), state.data(), ticket);
  });
}

/// Different reaches, then tiles of different sizes, cut in different ways.
bool measure_look_backs(Bench& b) {
  return measure_look_back<256, 4, 4>(b, "look_back") &&
         measure_look_back<256, 4, 1>(b, "look_back") &&
         measure_look_back<128, 8, 1>(b, "look_back") &&
         measure_look_back<256, 8, 1>(b, "look_back") &&
         measure_look_back<512, 8, 1>(b, "look_back") &&
         measure_look_back<256, 12, 1>(b, "look_back") &&
         measure_look_back<128, 16, 1>(b, "look_back");
}

bool measure_copy(Bench& b) {
  return measure(b, "copy", cm::Row("scan", "copy"), b.in, [&] {
    cudaMemcpyAsync(b.d_out.data(), b.d_in.data(), b.d_in.bytes(), cudaMemcpyDeviceToDevice);
  });
}

#if HAVE_CUB
/// A call that fails leaves the poison in the output, where the check finds it.
bool measure_cub(Bench& b) {
  const auto n = static_cast<int>(b.in.size());
  std::size_t bytes = 0;
  cub::DeviceScan::InclusiveSum(nullptr, bytes, b.d_in.data(), b.d_out.data(), n);
  cm::DeviceBuffer<char> scratch(bytes);
  return measure(b, "cub", cm::Row("scan", "cub"), b.want, [&] {
    cub::DeviceScan::InclusiveSum(scratch.data(), bytes, b.d_in.data(), b.d_out.data(), n);
  });
}
#else
bool measure_cub(Bench&) { return true; }  // main says that it is skipped
#endif

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter08.scan", options);
#if !HAVE_CUB
  report.skip("cub", "the program was built without the headers of CUB");
#endif
  std::vector<std::size_t> sizes = {(std::size_t{1} << 27) + 123};
  if (options.quick) sizes = {1, 33, 1024, 70001};
  for (const std::size_t n : sizes) {
    Bench b{report, options, random_numbers(n)};
    // The profiler has no use for the yardsticks.
    const bool right = (options.profile || measure_copy(b)) &&
                       measure_passes<scan_tile_tree>(b, "passes_tree") &&
                       measure_passes<scan_tile_shuffle>(b, "passes_shuffle") &&
                       measure_look_backs(b) && (options.profile || measure_cub(b));
    if (!right) return report.fail();
  }
  return report.finish();
}
