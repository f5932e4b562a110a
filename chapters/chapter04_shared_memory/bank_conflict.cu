// SPDX-License-Identifier: MIT
//
// What bank conflicts cost: wavefronts on paper beside cycles on the SM's own clock.
//
// Claim:  a request takes one wavefront for each different word that its busiest bank has to
//         give.  Cycles follow where shared memory is the limit; alone, a latency comes on top.
// Input:  strided reads of 4, 8 and 16 bytes a lane, and a tile that is read by columns.
//         n counts the reads of a thread, or the rounds of the tile; both are checked at odd n.
// Run:    ctest --preset dev -R '^chapter04\.bank_conflict$'

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/common.cuh"

constexpr int kElements = 1024;  // of the table that strided_read follows
constexpr int kTileDim = 32;     // one warp reads a column of the tile
constexpr int kLaunches = 5;     // of which the median counts, where a kernel reads the clock
constexpr int kQuickReads = 12;  // few: a race checker looks at each of them

// --- kernels -----------------------------------------------------------------

// What an element holds: where the next one lies, and its own number in the bytes left over,
// so that no part of a wide load can be left out.
__device__ void fill(unsigned& v, unsigned next, unsigned) { v = next; }
__device__ void fill(uint2& v, unsigned next, unsigned e) { v = make_uint2(next, e); }
__device__ void fill(uint4& v, unsigned next, unsigned e) { v = make_uint4(next, e, 2 * e, 3 * e); }
__device__ unsigned next_of(unsigned v) { return v; }
__device__ unsigned next_of(uint2 v) { return v.x; }
__device__ unsigned next_of(uint4 v) { return v.x; }
__device__ unsigned rest_of(unsigned) { return 0; }
__device__ unsigned rest_of(uint2 v) { return v.y; }
__device__ unsigned rest_of(uint4 v) { return v.y + v.z + v.w; }

/// The elements that the lanes of a warp start from: lane i at lane i / sharing * stride.
struct Lanes {
  unsigned stride;   ///< In elements.
  unsigned sharing;  ///< Neighbouring lanes that want the same element.

  __host__ __device__ unsigned element(unsigned lane) const { return lane / sharing * stride; }
};

/// Reads shared memory n times in each of kChains independent chains of each thread; every read
/// says where the next one goes.  All lanes step by one element, so the pattern stays.
///
/// \param ends    where each chain ended, plus what it saw: blockDim.x * kChains numbers
/// \param cycles  cycles that the block took
template <class T, int kChains>
__global__ void strided_read(unsigned* ends, long long* cycles, int n, Lanes lanes) {
  __shared__ T table[kElements];
  for (unsigned e = threadIdx.x; e < kElements; e += blockDim.x) {
    fill(table[e], (e + 1) % kElements * sizeof(T), e);
  }
  __syncthreads();
  unsigned offset[kChains];  // in bytes, so that a chain holds nothing but its loads
  unsigned seen[kChains] = {};
  for (unsigned c = 0; c < kChains; ++c) {
    offset[c] = (lanes.element(threadIdx.x % 32) + c) % kElements * sizeof(T);
  }
  // [snippet:strided-read]
  const char* bytes = reinterpret_cast<const char*>(table);
  const long long start = clock64();
#pragma unroll 8
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < kChains; ++c) {
      const T value = *reinterpret_cast<const T*>(bytes + offset[c]);
      offset[c] = next_of(value);  // the next address is known when this read is done
      seen[c] += rest_of(value);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - start;
  // [/snippet:strided-read]
  for (unsigned c = 0; c < kChains; ++c) ends[threadIdx.x * kChains + c] = offset[c] + seen[c];
}

// [snippet:padded-column]
/// Where element (row, col) of the tile lies: kPitch = 33 pads each row by a word, kFlip = 31
/// stores row r with its columns permuted by XOR with r.
template <int kPitch, int kFlip>
__host__ __device__ constexpr int word(int row, int col) {
  return row * kPitch + (col ^ (row & kFlip));
}

/// Transposes a tile n times in place: reads it by columns, writes it by rows.
template <int kPitch, int kFlip>
__global__ void tile_transpose(float* out, long long* cycles, const float* in, int n) {
  __shared__ float tile[kTileDim * kPitch];
  const int x = threadIdx.x;  // the lane
  const int y = threadIdx.y;  // the warp
  tile[word<kPitch, kFlip>(y, x)] = in[y * kTileDim + x];
  __syncthreads();
  float value = 0.0f;
  const long long start = clock64();
  for (int r = 0; r < n; ++r) {
    value = tile[word<kPitch, kFlip>(x, y)];  // the lanes run down column y
    __syncthreads();
    tile[word<kPitch, kFlip>(y, x)] = value;  // the lanes run along row y
    __syncthreads();
  }
  if (x == 0 && y == 0) *cycles = clock64() - start;
  out[y * kTileDim + x] = value;
}
// [/snippet:padded-column]

// --- reference ---------------------------------------------------------------

/// Where the chains of a block end, if each of n reads moves on by one element of `bytes`.
std::vector<unsigned> read_cpu(unsigned warps, unsigned chains, unsigned bytes, int n,
                               const Lanes& lanes) {
  const unsigned numbers_in_rest = bytes == 16 ? 6 : bytes == 8 ? 1 : 0;  // 1 + 2 + 3, or 1
  std::vector<unsigned> ends;
  for (unsigned chain = 0; chain < warps * 32 * chains; ++chain) {
    unsigned element = chain / chains % 32 / lanes.sharing * lanes.stride + chain % chains;
    unsigned seen = 0;
    for (int r = 0; r < n; ++r, ++element) seen += element % kElements * numbers_in_rest;
    ends.push_back(element % kElements * bytes + seen);
  }
  return ends;
}

std::vector<float> transpose_cpu(const std::vector<float>& in, int n) {
  std::vector<float> out = in;
  for (int row = 0; row < kTileDim && n % 2 == 1; ++row) {
    for (int col = 0; col < kTileDim; ++col) out[row * kTileDim + col] = in[col * kTileDim + row];
  }
  return out;
}

// --- check, time, check again ------------------------------------------------

/// Median of what the kernel's clock says in several runs.
template <class Run>
double median_cycles(const Run& run, const cm::DeviceBuffer<long long>& d_cycles) {
  std::vector<long long> samples;
  for (int i = 0; i < kLaunches; ++i) {
    run();
    CUDA_CHECK_LAST();
    samples.push_back(d_cycles.to_host()[0]);
  }
  std::sort(samples.begin(), samples.end());
  return static_cast<double>(samples[kLaunches / 2]);
}

/// A launch of strided_read with what it needs, for one warp or for as many as a block can have.
template <class T, int kWarps, int kChains>
class Reader {
 public:
  explicit Reader(const Lanes& lanes) : lanes_(lanes) {}

  void run(int n) {
    strided_read<T, kChains><<<1, kWarps * 32>>>(d_ends_.data(), d_cycles_.data(), n, lanes_);
  }
  bool passes(const char* name, int n) {
    d_ends_.poison();
    run(n);
    CUDA_CHECK_LAST();
    return cm::check_close(name, d_ends_.to_host(),
                           read_cpu(kWarps, kChains, sizeof(T), n, lanes_));
  }
  double cycles_per_access(int n) {
    return median_cycles([&] { run(n); }, d_cycles_) / (1.0 * n * kWarps * kChains);
  }

 private:
  Lanes lanes_;
  cm::DeviceBuffer<unsigned> d_ends_{kWarps * 32 * kChains};
  cm::DeviceBuffer<long long> d_cycles_{1};
};

template <class T>
bool measure_read(cm::Report& report, const cm::Options& options, const char* variant,
                  const Lanes& lanes) {
  const int n = options.quick ? kQuickReads : 4000;
  Reader<T, 1, 1> alone(lanes);  // one read at a time: latency
  Reader<T, 32, 4> many(lanes);  // 128 reads at a time: shared memory is the limit
  const auto passes = [&](int reads) {
    return alone.passes(variant, reads) && many.passes(variant, reads);
  };
  if (!passes(1) || !passes(7) || !passes(n)) return false;
  // The profiler counts one warp alone, with no other warp's turns among its wavefronts.
  const auto run = [&] { options.profile ? alone.run(n) : many.run(n); };
  const cm::Timing timing = cm::time_ms(options, run, cm::L2::kWarm);
  const double latency = alone.cycles_per_access(n);
  const double throughput = many.cycles_per_access(n);
  if (!passes(n)) return false;

  const cm::SharedCost cost =
      cm::shared_cost(cm::warp_access(0, sizeof(T), [&](int lane) { return lanes.element(lane); }));
  cm::Row row("strided_read", variant);
  row.n(n).param("width", sizeof(T)).param("stride", lanes.stride).timing(timing);
  row.value("latency_cycles", timing.valid ? latency : NAN)
      .value("access_cycles", timing.valid ? throughput : NAN)
      .value("ideal_wavefronts", cost.ideal)
      .predicted("load_wavefronts_per_request", cost.wavefronts);
  report.add(row);
  return true;
}

template <class T>
bool measure_reads(cm::Report& report, const cm::Options& options) {
  for (const unsigned stride : {1, 2, 3, 4, 8, 16, 32, 33}) {
    if (!measure_read<T>(report, options, "strided", {stride, 1})) return false;
  }
  return measure_read<T>(report, options, "pairs", {1, 2}) &&
         measure_read<T>(report, options, "broadcast", {1, 32});
}

template <int kPitch, int kFlip>
bool measure_tile(cm::Report& report, const cm::Options& options, const char* variant) {
  const int n = options.quick ? 11 : 2001;
  std::vector<float> in(kTileDim * kTileDim);
  cm::fill_random(in, 1, 0.0f, 1.0f);
  const cm::DeviceBuffer<float> d_in(in);
  cm::DeviceBuffer<float> d_out(in.size());
  cm::DeviceBuffer<long long> d_cycles(1);
  const auto run = [&](int rounds) {
    tile_transpose<kPitch, kFlip>
        <<<1, dim3(kTileDim, kTileDim)>>>(d_out.data(), d_cycles.data(), d_in.data(), rounds);
  };
  const auto passes = [&](int rounds) {
    d_out.poison();
    run(rounds);
    CUDA_CHECK_LAST();
    return cm::check_close(variant, d_out.to_host(), transpose_cpu(in, rounds));
  };
  if (!passes(1) || !passes(2) || !passes(n)) return false;
  const cm::Timing timing = cm::time_ms(options, [&] { run(n); }, cm::L2::kWarm);
  const double cycles = median_cycles([&] { run(n); }, d_cycles) / n;
  if (!passes(n)) return false;

  const cm::SharedCost load = cm::shared_cost(
      cm::warp_access(0, sizeof(float), [](int lane) { return word<kPitch, kFlip>(lane, 0); }));
  const cm::SharedCost store = cm::shared_cost(
      cm::warp_access(0, sizeof(float), [](int lane) { return word<kPitch, kFlip>(0, lane); }));
  cm::Row row("tile_transpose", variant);
  row.n(n).param("pitch", kPitch).timing(timing);
  row.value("round_cycles", timing.valid ? cycles : NAN)
      .predicted("load_wavefronts_per_request", load.wavefronts)
      .predicted("store_wavefronts_per_request", store.wavefronts);
  report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter04.bank_conflict", options);
  const bool ok = measure_reads<unsigned>(report, options) &&
                  measure_reads<uint2>(report, options) && measure_reads<uint4>(report, options) &&
                  measure_tile<32, 0>(report, options, "plain") &&
                  measure_tile<33, 0>(report, options, "padded") &&
                  measure_tile<36, 0>(report, options, "padded_by_4") &&
                  measure_tile<32, 31>(report, options, "swizzled") &&
                  measure_tile<32, 7>(report, options, "swizzled_by_8");
  return ok ? report.finish() : report.fail();
}
