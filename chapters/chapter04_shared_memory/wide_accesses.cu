// SPDX-License-Identifier: MIT
//
// Accesses of 8 and 16 bytes a lane: in how many parts a warp goes, and when parts join.
//
// Claim:  8 bytes go by half-warps and 16 bytes by quarters; two parts go at once if every lane
//         has the address of its neighbour, one or two lanes away.  Conflicts count in each part.
// Input:  one table in shared memory and patterns that say which element each lane reads, and
//         which lanes read.  n counts the reads of a thread; checked at odd n.
// Run:    ctest --preset dev -R '^chapter04\.wide_accesses$'

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kElements = 2048;  // of the table
constexpr int kLaunches = 5;     // of which the median counts
constexpr unsigned kAll = 0xFFFFFFFFu;

// --- kernels -----------------------------------------------------------------

/// Which element each lane of a warp reads, and which lanes take part.
struct Lanes {
  unsigned short element[32];
  unsigned active;
};

// What an element holds: where it lies, so that the next read depends on this one, and in what is
// left its own number.
__device__ void fill(unsigned& v, unsigned at, unsigned) { v = at; }
__device__ void fill(uint2& v, unsigned at, unsigned e) { v = make_uint2(at, e); }
__device__ void fill(uint4& v, unsigned at, unsigned e) { v = make_uint4(at, e, 2 * e, 3 * e); }
__device__ unsigned place_of(unsigned v) { return v; }
__device__ unsigned place_of(uint2 v) { return v.x; }
__device__ unsigned place_of(uint4 v) { return v.x; }
__device__ unsigned rest_of(unsigned) { return 0; }
__device__ unsigned rest_of(uint2 v) { return v.y; }
__device__ unsigned rest_of(uint4 v) { return v.y + v.z + v.w; }

/// Each active lane reads its element n times, one read after the other.
///
/// \param seen    for each thread: its place, plus what it saw; 0 for one that does not take part
/// \param cycles  that the block took
template <class T>
__global__ void read_pattern(unsigned* seen, long long* cycles, int n, Lanes lanes) {
  extern __shared__ uint4 space[];
  T* table = reinterpret_cast<T*>(space);
  for (unsigned e = threadIdx.x; e < kElements; e += blockDim.x) fill(table[e], e * sizeof(T), e);
  __syncthreads();
  const unsigned lane = threadIdx.x % 32;
  unsigned offset = lanes.element[lane] * sizeof(T);
  unsigned sum = 0;
  const long long start = clock64();
  if (lanes.active >> lane & 1) {
#pragma unroll 4
    for (int r = 0; r < n; ++r) {
      const T value = *reinterpret_cast<const T*>(reinterpret_cast<const char*>(table) + offset);
      offset = place_of(value);
      sum += rest_of(value);
    }
    sum += offset;
  }
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - start;
  seen[threadIdx.x] = sum;
}

// --- patterns ----------------------------------------------------------------

struct Pattern {
  std::string name;
  std::function<int(int lane)> element;
  unsigned active = kAll;
};

// [snippet:wide-patterns]
std::vector<Pattern> patterns() {
  return {
      {"neighbours", [](int lane) { return lane; }},
      {"reversed", [](int lane) { return 31 - lane; }},
      {"stride_2", [](int lane) { return 2 * lane; }},
      {"all_same", [](int) { return 0; }},
      {"share_with_1", [](int lane) { return lane / 2; }},                 // lanes i, i ^ 1
      {"share_with_2", [](int lane) { return lane / 4 * 2 + lane % 2; }},  // lanes i, i ^ 2
      {"share_with_4", [](int lane) { return lane / 8 * 4 + lane % 4; }},  // lanes i, i ^ 4
      {"share_with_16", [](int lane) { return lane % 16; }},               // equal halves
      {"mixed_partners", [](int lane) { return lane < 4 ? lane % 2 : lane / 2; }},
      {"halves_differ", [](int lane) { return lane < 16 ? lane / 2 : lane / 4 * 2 + lane % 2; }},
      {"every_second_lane", [](int lane) { return lane / 2; }, 0x55555555u},
      {"lower_half", [](int lane) { return lane; }, 0x0000FFFFu},
      {"lower_quarter", [](int lane) { return lane; }, 0x000000FFu}};
}
// [/snippet:wide-patterns]

/// A column of a tile whose rows are `pitch` elements long.
Pattern column(int pitch) {
  return {"pitch_" + std::to_string(pitch), [=](int lane) { return lane * pitch; }};
}

// --- check, time, check again ------------------------------------------------

template <class T, int kWarps>
class Reader {
 public:
  explicit Reader(const Pattern& pattern) {
    lanes_.active = pattern.active;
    for (int lane = 0; lane < 32; ++lane) {
      lanes_.element[lane] = static_cast<unsigned short>(pattern.element(lane));
    }
  }
  void run(int n) {
    read_pattern<T>
        <<<1, kWarps * 32, kElements * sizeof(T)>>>(d_seen_.data(), d_cycles_.data(), n, lanes_);
  }
  bool passes(const char* name, int n) {
    return cm::leaves(name, d_seen_, expected(n), [&] { run(n); });
  }
  double cycles_per_access(int n) {
    std::vector<long long> samples;
    for (int i = 0; i < kLaunches; ++i) {
      run(n);
      CUDA_CHECK_LAST();
      samples.push_back(d_cycles_.to_host()[0]);
    }
    std::sort(samples.begin(), samples.end());
    return static_cast<double>(samples[kLaunches / 2]) / (1.0 * n * kWarps);
  }

 private:
  std::vector<unsigned> expected(int n) const {
    const unsigned numbers = sizeof(T) == 16 ? 6 : sizeof(T) == 8 ? 1 : 0;  // 1 + 2 + 3, or 1
    std::vector<unsigned> seen;
    for (int t = 0; t < kWarps * 32; ++t) {
      const unsigned e = lanes_.element[t % 32];
      const bool active = lanes_.active >> t % 32 & 1;
      seen.push_back(active ? e * sizeof(T) + n * numbers * e : 0);
    }
    return seen;
  }

  Lanes lanes_{};
  cm::DeviceBuffer<unsigned> d_seen_{kWarps * 32};
  cm::DeviceBuffer<long long> d_cycles_{1};
};

template <class T>
bool measure(const cm::Bench& bench, const char* kernel, const Pattern& pattern) {
  const int n = bench.options.quick ? 8 : 1000;
  Reader<T, 1> alone(pattern);  // what the profiler counts: no other warp's turns in between
  Reader<T, 32> many(pattern);  // shared memory is the limit
  const char* name = pattern.name.c_str();
  const auto passes = [&](int reads) {
    return alone.passes(name, reads) && many.passes(name, reads);
  };
  if (!passes(1) || !passes(7) || !passes(n)) return false;
  const auto run = [&] { bench.options.profile ? alone.run(n) : many.run(n); };
  const cm::Timing timing = cm::time_ms(bench.options, run, bench.l2);
  const double busy = many.cycles_per_access(n);
  if (!passes(n)) return false;

  const cm::SharedCost cost =
      cm::shared_cost(cm::warp_access(0, sizeof(T), pattern.element, pattern.active));
  cm::Row row(kernel, pattern.name);
  row.n(n).param("width", sizeof(T)).timing(timing);
  row.value("access_cycles", timing.valid ? busy : NAN).value("ideal_wavefronts", cost.ideal);
  row.predicted("load_wavefronts_per_request", cost.wavefronts);
  bench.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter04.wide_accesses", options);
  const cm::Bench bench{report, options, cm::L2::kWarm};
  bool ok = true;
  for (const Pattern& pattern : patterns()) {
    ok = ok && measure<uint2>(bench, "read_pattern", pattern) &&
         measure<uint4>(bench, "read_pattern", pattern);
  }
  for (const int pitch : {32, 33, 34, 35, 36}) {
    ok = ok && measure<unsigned>(bench, "read_column", column(pitch));
  }
  for (const int pitch : {8, 9, 10, 12, 16}) {
    ok = ok && measure<uint4>(bench, "read_column", column(pitch));
  }
  return ok ? report.finish() : report.fail();
}
