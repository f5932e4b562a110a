// SPDX-License-Identifier: MIT
//
// The compiler flag that keeps plain loads out of L1; this program is built with -Xptxas -dlcm=cg.
//
// Claim:  the flag still works, on loads without a hint; those that name a path of their own do not
//         heed it.
// Input:  a window of five neighbours around each of n float, as in load_hints, which is built
//         without the flag.
// Run:    ctest --preset dev -R '^chapter03\.load_flag$'

#include <cstddef>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr int kReach = 2;  // neighbours on each side

// --- kernels -----------------------------------------------------------------

struct Plain {  // ld.global, which the flag turns into ld.global.cg
  static __device__ float load(const float* p) { return *p; }
};
struct ReadOnly {  // ld.global.nc
  static __device__ float load(const float* p) { return __ldg(p); }
};
struct AllLevels {  // ld.global.ca
  static __device__ float load(const float* p) { return __ldca(p); }
};

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

std::vector<float> window_cpu(const std::vector<float>& in) {
  std::vector<float> out(in.size() - 2 * kReach);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (int k = 0; k <= 2 * kReach; ++k) out[i] += in[i + k];
  }
  return out;
}

// --- check, time, check again ------------------------------------------------

struct Data {
  std::vector<float> in;
  std::vector<float> want = window_cpu(in);
  cm::DeviceBuffer<float> d_in{in}, d_out{want.size()};
};

template <class Kind>
bool measure(const cm::Bench& bench, const char* variant, Data& data) {
  const std::size_t n = data.want.size();
  double sectors = 0;  // of a load; the window begins kReach floats before a line
  for (int k = 0; k <= 2 * kReach; ++k) {
    const auto neighbours = [=](int lane) { return lane + k; };
    sectors += cm::global_cost(cm::warp_access(0, sizeof(float), neighbours)).sectors;
  }
  cm::Row row("window", variant);
  row.n(n).bytes(2.0 * static_cast<double>(data.d_out.bytes()));
  row.predicted("load_sectors_per_request", sectors / (2 * kReach + 1));
  return cm::add_checked(bench, row, variant, data.d_out, data.want, [&] {
    const auto blocks = static_cast<unsigned>((n + kBlock - 1) / kBlock);
    window<Kind><<<blocks, kBlock>>>(data.d_out.data(), data.d_in.data(), n);
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.load_flag", options);
  const cm::Bench bench{report, options};
  std::vector<float> in((options.quick ? 10007 : 1 << 26) + 2 * kReach);
  cm::fill_random(in, 1, 0.0f, 1.0f);
  Data data{in};
  const bool ok = measure<Plain>(bench, "plain", data) && measure<ReadOnly>(bench, "ldg", data) &&
                  measure<AllLevels>(bench, "ldca", data);
  return ok ? report.finish() : report.fail();
}
