// SPDX-License-Identifier: MIT
//
// Shared memory that buys nothing, and bank conflicts that cost next to nothing.
//
// Claim:  data that is used once gains nothing from a stop in shared memory; as long as DRAM is the
//         limit it loses a few percent, and conflicts of a few ways stay hidden but for a few more.
// Input:  n float, copied directly and by way of shared memory with s-way conflicts.
// Run:    ctest --preset dev -R '^chapter04\.smem_copy_once$'

#include <cstddef>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr int kEach = 4;  // floats of a thread, all on the way before the first is needed
constexpr int kTile = kBlock * kEach;

// --- kernels -----------------------------------------------------------------

/// Copies kEach floats in each thread, kBlock apart.
__global__ void copy_direct(float* out, const float* in, std::size_t n) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kTile + threadIdx.x;
  float value[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const std::size_t i = first + k * kBlock;
    value[k] = i < n ? in[i] : 0.0f;
  }
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const std::size_t i = first + k * kBlock;
    if (i < n) out[i] = value[k];
  }
}

// [snippet:stride-permutation]
/// Where word e of the tile lies: a permutation that puts neighbours `ways` words apart.
__host__ __device__ constexpr int slot(int e, int ways) {
  return e * ways % kTile + e * ways / kTile;
}
// [/snippet:stride-permutation]

/// The same copy through a tile.  Each thread takes out words that another has put in.
template <int kWays>
__global__ void copy_through_tile(float* out, const float* in, std::size_t n) {
  __shared__ float tile[kTile];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kTile;
  float value[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const std::size_t i = first + k * kBlock + threadIdx.x;
    value[k] = i < n ? in[i] : 0.0f;
  }
#pragma unroll
  for (int k = 0; k < kEach; ++k) tile[slot(k * kBlock + threadIdx.x, kWays)] = value[k];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int e = k * kBlock + (kBlock - 1 - threadIdx.x);
    if (first + e < n) out[first + e] = tile[slot(e, kWays)];
  }
}

// --- check, time, check again ------------------------------------------------

struct Copy {
  std::vector<float> in;
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};

  cm::Row row(const char* variant, int ways) const {
    cm::Row row("copy", variant);
    row.n(in.size()).param("ways", ways).bytes(2.0 * static_cast<double>(d_in.bytes()));
    return row;
  }
  unsigned blocks() const { return static_cast<unsigned>((in.size() + kTile - 1) / kTile); }
};

bool measure_direct(const cm::Bench& bench, Copy& copy) {
  return cm::add_checked(bench, copy.row("direct", 0), "direct", copy.d_out, copy.in, [&] {
    copy_direct<<<copy.blocks(), kBlock>>>(copy.d_out.data(), copy.d_in.data(), copy.in.size());
  });
}

template <int kWays>
bool measure_tile(const cm::Bench& bench, Copy& copy) {
  cm::Row row = copy.row("through_tile", kWays);
  const cm::SharedCost cost = cm::shared_cost(
      cm::warp_access(0, sizeof(float), [](int lane) { return slot(lane, kWays); }));
  row.predicted("load_wavefronts_per_request", cost.wavefronts)
      .predicted("store_wavefronts_per_request", cost.wavefronts);
  return cm::add_checked(bench, row, "through_tile", copy.d_out, copy.in, [&] {
    copy_through_tile<kWays>
        <<<copy.blocks(), kBlock>>>(copy.d_out.data(), copy.d_in.data(), copy.in.size());
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter04.smem_copy_once", options);
  const cm::Bench bench{report, options};
  std::vector<float> in(options.quick ? 10007 : 1 << 25);
  cm::fill_random(in, 1, 0.0f, 1.0f);
  Copy copy{in};
  const bool ok = measure_direct(bench, copy) && measure_tile<1>(bench, copy) &&
                  measure_tile<2>(bench, copy) && measure_tile<4>(bench, copy) &&
                  measure_tile<8>(bench, copy) && measure_tile<16>(bench, copy) &&
                  measure_tile<32>(bench, copy);
  return ok ? report.finish() : report.fail();
}
