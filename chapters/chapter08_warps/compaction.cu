// SPDX-License-Identifier: MIT
//
// Stream compaction: keep the elements that pass a test, side by side.
//
// Claim:  one counter for all serialises the kernel, and a visit for each warp is still too many;
//         one for each block is not.  Only a scan keeps the order, and with look-back it costs no
//         second pass.
// Input:  n random floats, of which those above a threshold are kept.
// Expect: an atomic for each element and one for each warp alike, since the compiler makes the
//         second of the first; one for each block far ahead; the ordered one not behind the
//         library.
// Run:    ctest --preset dev -R '^chapter08\.compaction$'
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

#include "common/common.cuh"
#include "common/look_back.cuh"

#if !defined(CM_VIRTUAL_GPU) && __has_include(<cub/device/device_select.cuh>)
#define HAVE_CUB 1
#include <cub/device/device_select.cuh>
#else
#define HAVE_CUB 0
#endif

constexpr unsigned kAllLanes = 0xFFFFFFFFu;

/// The test.  A NaN is above nothing, so it is dropped.
struct Above {
  float threshold;
  __host__ __device__ bool operator()(float value) const { return value > threshold; }
};

// --- reference ---------------------------------------------------------------

std::vector<float> compact_cpu(const std::vector<float>& in, Above keep) {
  std::vector<float> out;
  std::copy_if(in.begin(), in.end(), std::back_inserter(out), keep);
  return out;
}

// --- kernels: any order ------------------------------------------------------

// [snippet:one-counter]
/// Each kept element fetches its place from the one counter.
__global__ void compact_atomic(float* out, unsigned* count, const float* in, std::size_t n,
                               Above keep) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n && keep(in[i])) out[atomicAdd(count, 1)] = in[i];
}
// [/snippet:one-counter]

__device__ unsigned lanes_below() { return (1u << (threadIdx.x % 32)) - 1; }

// [snippet:warp-aggregated]
/// The lanes of a warp count themselves by a vote; one of them fetches places for all.
__global__ void compact_warp(float* out, unsigned* count, const float* in, std::size_t n,
                             Above keep) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const float value = i < n ? in[i] : 0.0f;
  const bool kept = i < n && keep(value);
  const unsigned all_kept = __ballot_sync(kAllLanes, kept);
  unsigned first = 0;
  if (threadIdx.x % 32 == 0 && all_kept != 0) first = atomicAdd(count, __popc(all_kept));
  first = __shfl_sync(kAllLanes, first, 0);
  if (kept) out[first + __popc(all_kept & lanes_below())] = value;
}
// [/snippet:warp-aggregated]

// --- kernels: one tile a block -----------------------------------------------

/// Elements i to i + 3; from n on, what `keep` drops.
__device__ float4 load_four(const float* in, std::size_t i, std::size_t n) {
  if (i + 4 <= n) return *reinterpret_cast<const float4*>(in + i);
  float4 four = make_float4(NAN, NAN, NAN, NAN);
  if (i + 0 < n) four.x = in[i + 0];
  if (i + 1 < n) four.y = in[i + 1];
  if (i + 2 < n) four.z = in[i + 2];
  return four;
}

/// Where a block's kept elements begin in the output: wherever the counter stands.
struct AnyOrder {
  static constexpr bool kOrdered = false;
  unsigned* count;
  __device__ unsigned tile() const { return blockIdx.x; }
  /// Called by the first warp of a block that keeps `own` elements.
  __device__ unsigned place(unsigned, unsigned own) const {
    unsigned first = 0;
    if (threadIdx.x == 0) first = atomicAdd(count, own);
    return __shfl_sync(kAllLanes, first, 0);
  }
};

/// Where they begin if the order is kept: after all tiles before.
template <int kReach>
struct InOrder {
  static constexpr bool kOrdered = true;
  unsigned* count;
  unsigned* ticket;
  cm::TileWord* words;
  __device__ unsigned tile() const { return atomicAdd(ticket, 1); }
  __device__ unsigned place(unsigned tile, unsigned own) const {
    const unsigned first = cm::look_back<kReach>(words, static_cast<int>(tile), own);
    if (tile == gridDim.x - 1 && threadIdx.x == 0) *count = first + own;
    return first;
  }
};

/// Compacts a tile in shared memory, then stores it as one run.  A warp owns kLoads * 128
/// neighbouring elements; a lane takes four of each 128.
template <int kThreads, int kLoads, class Order>
__global__ void __launch_bounds__(kThreads)
    compact_tiles(float* out, const float* in, std::size_t n, Above keep, Order order) {
  constexpr int kTile = kThreads * kLoads * 4, kWarps = kThreads / 32;
  __shared__ float packed[kTile];
  __shared__ unsigned shared_tile, shared_first, own_of_warp[kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) shared_tile = order.tile();
  __syncthreads();
  const unsigned tile = shared_tile;
  const std::size_t first =
      static_cast<std::size_t>(tile) * kTile + warp * (kLoads * 128) + lane * 4;
  // [snippet:count-votes]
  float4 four[kLoads];
  for (int k = 0; k < kLoads; ++k) four[k] = load_four(in, first + k * 128, n);

  unsigned rank[kLoads];  // how many elements of this warp are kept before those in four[k]
  unsigned own = 0;
  for (int k = 0; k < kLoads; ++k) {
    const unsigned votes[] = {
        __ballot_sync(kAllLanes, keep(four[k].x)), __ballot_sync(kAllLanes, keep(four[k].y)),
        __ballot_sync(kAllLanes, keep(four[k].z)), __ballot_sync(kAllLanes, keep(four[k].w))};
    rank[k] = own;
    for (const unsigned vote : votes) {
      rank[k] += __popc(vote & lanes_below());
      own += __popc(vote);
    }
  }
  // [/snippet:count-votes]
  if (lane == 0) own_of_warp[warp] = own;
  __syncthreads();
  // [snippet:pack-and-store]
  unsigned up_to_warp = lane < kWarps ? own_of_warp[lane] : 0;
  for (int offset = 1; offset < 32; offset *= 2) {
    const unsigned below = __shfl_up_sync(kAllLanes, up_to_warp, offset);
    if (lane >= offset) up_to_warp += below;
  }
  const unsigned own_of_tile = __shfl_sync(kAllLanes, up_to_warp, 31);
  if (warp == 0) {  // asks first, while the others pack
    const unsigned place = order.place(tile, own_of_tile);
    if (lane == 0) shared_first = place;
  }
  const unsigned before_warp = __shfl_sync(kAllLanes, up_to_warp, warp) - own;
  for (int k = 0; k < kLoads; ++k) {
    unsigned place = before_warp + rank[k];
    if (keep(four[k].x)) packed[place++] = four[k].x;
    if (keep(four[k].y)) packed[place++] = four[k].y;
    if (keep(four[k].z)) packed[place++] = four[k].z;
    if (keep(four[k].w)) packed[place++] = four[k].w;
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < own_of_tile; i += kThreads) out[shared_first + i] = packed[i];
  // [/snippet:pack-and-store]
}

// --- check, time, check again ------------------------------------------------

std::vector<float> random_numbers(std::size_t n) {
  std::vector<float> numbers(n);
  cm::fill_random(numbers, 8, 0.0f, 1.0f);
  return numbers;
}

/// A number that says which elements there are, in whatever order; for variants that keep none.
std::vector<std::uint64_t> fingerprint(const std::vector<float>& values) {
  std::uint64_t sum = 0;
  for (const float value : values) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    sum += cm::random_bits(1, bits);
  }
  return {sum};
}

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  int percent;  // kept
  std::vector<float> in;
  Above keep{1.0f - 0.01f * static_cast<float>(percent)};
  std::vector<float> want = compact_cpu(in, keep);
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
  cm::DeviceBuffer<unsigned> d_count{1};
};

/// True if d_out holds what is wanted, and so many.
bool passes(Bench& b, const char* variant, bool ordered) {
  std::vector<float> got = b.d_out.to_host();
  if (!cm::check_close(variant, b.d_count.to_host(), {static_cast<unsigned>(b.want.size())})) {
    return false;
  }
  got.resize(b.want.size());
  if (ordered) return cm::check_close(variant, got, b.want);
  return cm::check_close(variant, fingerprint(got), fingerprint(b.want));
}

/// Adds a row if `run` compacts, both before and after it is timed.
template <class Run>
bool measure(Bench& b, const char* variant, bool ordered, cm::Row row, Run&& run) {
  const auto compacts = [&] {
    b.d_out.poison();
    b.d_count.poison();
    run();
    CUDA_CHECK_LAST();
    return passes(b, variant, ordered);
  };
  if (!compacts()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!compacts()) return false;
  const double bytes = sizeof(float) * static_cast<double>(b.in.size() + b.want.size());
  row.n(b.in.size()).param("kept_of_hundred", b.percent).param("ordered", ordered ? "yes" : "no");
  b.report.add(row.bytes(bytes).timing(timing));
  return true;
}

template <class Kernel>
bool measure_simple(Bench& b, const char* variant, Kernel kernel) {
  const auto blocks = static_cast<unsigned>((b.in.size() + 255) / 256);
  return measure(b, variant, false, cm::Row("compaction", variant), [&] {
    cudaMemsetAsync(b.d_count.data(), 0, b.d_count.bytes());
    kernel<<<blocks, 256>>>(b.d_out.data(), b.d_count.data(), b.d_in.data(), b.in.size(), b.keep);
  });
}

template <int kThreads, int kLoads>
bool measure_block(Bench& b, const char* variant) {
  constexpr int kTile = kThreads * kLoads * 4;
  const auto tiles = static_cast<unsigned>((b.in.size() + kTile - 1) / kTile);
  const AnyOrder order{b.d_count.data()};
  cm::Row row("compaction", variant);
  row.predicted("dram_read_bytes", 1.0 * b.d_in.bytes());
  return measure(b, variant, false, row, [&] {
    cudaMemsetAsync(b.d_count.data(), 0, b.d_count.bytes());
    compact_tiles<kThreads, kLoads>
        <<<tiles, kThreads>>>(b.d_out.data(), b.d_in.data(), b.in.size(), b.keep, order);
  });
}

template <int kThreads, int kLoads, int kReach>
bool measure_look_back(Bench& b, const char* variant) {
  constexpr int kTile = kThreads * kLoads * 4;
  const auto tiles = static_cast<unsigned>((b.in.size() + kTile - 1) / kTile);
  cm::DeviceBuffer<cm::TileWord> state(tiles + 1);  // the last one is the ticket
  const InOrder<kReach> order{b.d_count.data(), reinterpret_cast<unsigned*>(state.data() + tiles),
                              state.data()};
  cm::Row row("compaction", variant);
  row.param("threads", kThreads).param("tile", kTile).param("reach", 32 * kReach);
  row.predicted("dram_read_bytes", 1.0 * b.d_in.bytes());
  return measure(b, variant, true, row, [&] {
    cudaMemsetAsync(state.data(), 0, state.bytes());
    compact_tiles<kThreads, kLoads>
        <<<tiles, kThreads>>>(b.d_out.data(), b.d_in.data(), b.in.size(), b.keep, order);
  });
}

/// Different reaches, then larger tiles.
bool measure_look_backs(Bench& b) {
  return measure_look_back<256, 4, 4>(b, "look_back") &&
         measure_look_back<256, 4, 1>(b, "look_back") &&
         measure_look_back<256, 8, 1>(b, "look_back") &&
         measure_look_back<128, 16, 1>(b, "look_back");
}

#if HAVE_CUB
/// A call that fails leaves the poison in the output, where the check finds it.
bool measure_cub(Bench& b) {
  const auto n = static_cast<int>(b.in.size());
  std::size_t bytes = 0;
  cub::DeviceSelect::If(nullptr, bytes, b.d_in.data(), b.d_out.data(), b.d_count.data(), n, b.keep);
  cm::DeviceBuffer<char> scratch(bytes);
  return measure(b, "cub", true, cm::Row("compaction", "cub"), [&] {
    cub::DeviceSelect::If(scratch.data(), bytes, b.d_in.data(), b.d_out.data(), b.d_count.data(), n,
                          b.keep);
  });
}
#else
bool measure_cub(Bench&) { return true; }  // main says that it is skipped
#endif

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter08.compaction", options);
#if !HAVE_CUB
  report.skip("cub", "the program was built without the headers of CUB");
#endif
  struct Case {
    std::size_t n;
    int percent;
  };
  std::vector<Case> cases = {{(std::size_t{1} << 27) + 123, 50}};
  if (options.quick) cases = {{1, 100}, {33, 0}, {70001, 50}, {20000, 3}};
  for (const auto [n, percent] : cases) {
    Bench b{report, options, percent, random_numbers(n)};
    // The profiler has no use for the yardstick.
    const bool right = measure_simple(b, "atomic", compact_atomic) &&
                       measure_simple(b, "warp", compact_warp) &&
                       measure_block<256, 4>(b, "block") && measure_look_backs(b) &&
                       (options.profile || measure_cub(b));
    if (!right) return report.fail();
  }
  return report.finish();
}
