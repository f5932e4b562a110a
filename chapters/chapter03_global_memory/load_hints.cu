// SPDX-License-Identifier: MIT
//
// Loads with and without hints: which of them L1 keeps, and when that matters.
//
// Claim:  the read-only path is the same L1, so __ldg changes nothing here; a load that passes by
//         L1 costs nothing where no lane reads again what another has read, and a lot where one
//         does.
// Input:  the sum of two arrays of n float, from an aligned and from a shifted start; and a window
//         of five neighbours around each of n float.
// Run:    ctest --preset dev -R '^chapter03\.load_hints$'

#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr int kReach = 2;  // neighbours on each side of a window

// --- kernels -----------------------------------------------------------------

// [snippet:load-kinds]
// The kinds of load.  What each becomes in PTX stands beside it.
struct Plain {  // ld.global
  static __device__ float load(const float* p) { return *p; }
};
struct ReadOnly {  // ld.global.nc
  static __device__ float load(const float* p) { return __ldg(p); }
};
struct AllLevels {  // ld.global.ca
  static __device__ float load(const float* p) { return __ldca(p); }
};
struct L2Only {  // ld.global.cg
  static __device__ float load(const float* p) { return __ldcg(p); }
};
struct Streaming {  // ld.global.cs: likely to be used once
  static __device__ float load(const float* p) { return __ldcs(p); }
};
struct Volatile {  // ld.global.cv: somebody else may have changed it
  static __device__ float load(const float* p) { return __ldcv(p); }
};
// [/snippet:load-kinds]

/// Adds two arrays from element `offset` on: nobody reads a word twice.
template <class Kind>
__global__ void add(float* out, const float* a, const float* b, std::size_t n, int offset) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = Kind::load(a + offset + i) + Kind::load(b + offset + i);
}

/// Adds up five neighbours; `in` has kReach more elements than `out` at each end.
template <class Kind>
__global__ void window(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k <= 2 * kReach; ++k) sum += Kind::load(in + i + k);
  out[i] = sum;
}

// --- reference ---------------------------------------------------------------

std::vector<float> add_cpu(const std::vector<float>& a, const std::vector<float>& b, std::size_t n,
                           int offset) {
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = a[i + offset] + b[i + offset];
  return out;
}

std::vector<float> window_cpu(const std::vector<float>& in) {
  std::vector<float> out(in.size() - 2 * kReach);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (int k = 0; k <= 2 * kReach; ++k) out[i] += in[i + k];
  }
  return out;
}

// --- check, time, check again ------------------------------------------------

/// Two inputs, and what the kernels make of them.
struct Data {
  std::size_t n;
  std::vector<float> a, b;
  cm::DeviceBuffer<float> d_a, d_b, d_out;

  explicit Data(std::size_t size)
      : n(size), a(size + 2 * kReach), b(a.size()), d_a(a.size()), d_b(a.size()), d_out(size) {
    cm::fill_random(a, 1, 0.0f, 1.0f);
    cm::fill_random(b, 2, 0.0f, 1.0f);
    d_a.copy_from(a);
    d_b.copy_from(b);
  }
};

double sectors(int offset) {
  return cm::global_cost(cm::warp_access(0, sizeof(float), [=](int lane) { return offset + lane; }))
      .sectors;
}

template <class Kind>
bool measure_kind(const cm::Bench& bench, const char* variant, Data& data) {
  const auto blocks = static_cast<unsigned>((data.n + kBlock - 1) / kBlock);
  const double bytes = static_cast<double>(data.d_out.bytes());
  for (const int offset : {0, 1}) {
    cm::Row row("add", variant);
    row.n(data.n).param("offset", offset).bytes(3 * bytes);
    row.predicted("load_sectors_per_request", sectors(offset));
    const std::vector<float> want = add_cpu(data.a, data.b, data.n, offset);
    const auto run = [&] {
      add<Kind>
          <<<blocks, kBlock>>>(data.d_out.data(), data.d_a.data(), data.d_b.data(), data.n, offset);
    };
    if (!cm::add_checked(bench, row, variant, data.d_out, want, run)) return false;
  }
  cm::Row row("window", variant);
  double window_sectors = 0;
  for (int k = 0; k <= 2 * kReach; ++k) window_sectors += sectors(k) / (2 * kReach + 1);
  row.n(data.n).bytes(2 * bytes).predicted("load_sectors_per_request", window_sectors);
  return cm::add_checked(bench, row, variant, data.d_out, window_cpu(data.a), [&] {
    window<Kind><<<blocks, kBlock>>>(data.d_out.data(), data.d_a.data(), data.n);
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.load_hints", options);
  const cm::Bench bench{report, options};
  Data data(options.quick ? 10007 : 1 << 26);
  const bool ok =
      measure_kind<Plain>(bench, "plain", data) && measure_kind<ReadOnly>(bench, "ldg", data) &&
      measure_kind<AllLevels>(bench, "ldca", data) && measure_kind<L2Only>(bench, "ldcg", data) &&
      measure_kind<Streaming>(bench, "ldcs", data) && measure_kind<Volatile>(bench, "ldcv", data);
  return ok ? report.finish() : report.fail();
}
