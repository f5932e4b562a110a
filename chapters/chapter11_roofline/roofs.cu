// SPDX-License-Identifier: MIT
//
// What arithmetic alone reaches: multiply-adds in registers, in four kinds.
//
// Claim:  each kind of arithmetic has its own roof.  An SM starts 128 multiply-adds of float in a
//         cycle, half as many of double on a data-centre GPU, and tensor cores do many times that.
//         Pairs of half are said to double the rate of float: see what comes of it.
// Input:  every thread has chains of multiply-adds that need no memory; a warp multiplies tiles of
//         16 by 16 whose entries are small whole numbers, so that every sum is exact.
// Expect: rates near the product of SMs, units and clock for float and double.
// Run:    ctest --preset dev -R '^chapter11\.roofs$'
#include <cuda_fp16.h>
#include <mma.h>

#include <cmath>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr int kChains = 4;
constexpr int kTile = 16;

// --- kernels -----------------------------------------------------------------

__device__ float step(float x) { return fmaf(x, 0.5f, 1.0f); }
__device__ double step(double x) { return fma(x, 0.5, 1.0); }
__device__ __half2 step(__half2 x) {
  return __hfma2(x, __float2half2_rn(0.5f), __float2half2_rn(1.0f));
}

// [snippet:chains]
/// kChains chains of `steps` multiply-adds in each thread, from values 0, 1, 2, ... of its block.
template <class T>
__global__ void __launch_bounds__(kBlock) chains(T* out, const T* first, int steps) {
  T x[kChains];
#pragma unroll
  for (int c = 0; c < kChains; ++c) x[c] = first[threadIdx.x * kChains + c];
#pragma unroll 8
  for (int s = 0; s < steps; ++s) {
#pragma unroll
    for (int c = 0; c < kChains; ++c) x[c] = step(x[c]);
  }
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
#pragma unroll
  for (int c = 0; c < kChains; ++c) out[thread * kChains + c] = x[c];
}
// [/snippet:chains]

// [snippet:tiles]
/// Each warp adds the product of two tiles `steps` times to each of kChains sums.
__global__ void __launch_bounds__(kBlock)
    tiles(float* out, const __half* a, const __half* b, int steps) {
  namespace wmma = nvcuda::wmma;
  wmma::fragment<wmma::matrix_a, kTile, kTile, kTile, __half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, kTile, kTile, kTile, __half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, kTile, kTile, kTile, float> sum[kChains];
  wmma::load_matrix_sync(left, a, kTile);
  wmma::load_matrix_sync(right, b, kTile);
#pragma unroll
  for (int c = 0; c < kChains; ++c) wmma::fill_fragment(sum[c], static_cast<float>(c));
  for (int s = 0; s < steps; ++s) {
#pragma unroll
    for (int c = 0; c < kChains; ++c) wmma::mma_sync(sum[c], left, right, sum[c]);
  }
  const std::size_t warp = (static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x) / 32;
#pragma unroll
  for (int c = 0; c < kChains; ++c) {
    float* tile = out + (warp * kChains + c) * kTile * kTile;
    wmma::store_matrix_sync(tile, sum[c], kTile, wmma::mem_row_major);
  }
}
// [/snippet:tiles]

// --- reference ---------------------------------------------------------------

float step_cpu(float x) { return std::fma(x, 0.5f, 1.0f); }
double step_cpu(double x) { return std::fma(x, 0.5, 1.0); }

/// What `blocks` blocks leave whose chains begin with `first`.
template <class T>
std::vector<T> chains_cpu(const std::vector<T>& first, unsigned blocks, int steps) {
  std::vector<T> last = first;
  for (T& x : last) {
    for (int s = 0; s < steps; ++s) x = step_cpu(x);
  }
  std::vector<T> all;
  for (unsigned b = 0; b < blocks; ++b) all.insert(all.end(), last.begin(), last.end());
  return all;
}

/// The sums of one warp: a is row-major, b column-major, both 16 by 16.
std::vector<float> tiles_cpu(const std::vector<float>& a, const std::vector<float>& b,
                             std::size_t warps, int steps) {
  std::vector<float> all(warps * kChains * kTile * kTile);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t row = i / kTile % kTile, column = i % kTile;
    double product = 0.0;
    for (int k = 0; k < kTile; ++k) product += 1.0 * a[row * kTile + k] * b[column * kTile + k];
    const auto chain = static_cast<double>(i / (kTile * kTile) % kChains);
    all[i] = static_cast<float>(chain + steps * product);
  }
  return all;
}

// --- check, time, check again ------------------------------------------------

struct Size {
  unsigned blocks;
  int steps;
  std::size_t threads() const { return static_cast<std::size_t>(blocks) * kBlock; }
};

bool add(const cm::Bench& bench, const char* variant, const Size& size, double operations,
         const cm::Timing& timing) {
  cm::Row row("roof", variant);
  row.n(size.threads()).param("steps", size.steps).timing(timing);
  const double tflops = operations / timing.median_ms / 1e9;
  bench.report.add(row.value("tflops", timing.valid ? tflops : NAN));
  return true;
}

/// Times `run`, which must leave `want` in `out` before and after.
template <class T, class Run>
bool measure(const cm::Bench& bench, const char* variant, const Size& size, double operations,
             cm::DeviceBuffer<T>& out, const std::vector<T>& want, const Run& run) {
  if (!cm::leaves(variant, out, want, run)) return false;
  const cm::Timing timing = cm::time_ms(bench.options, run, bench.l2);
  return cm::leaves(variant, out, want, run) && add(bench, variant, size, operations, timing);
}

template <class T>
bool measure_chains(const cm::Bench& bench, const char* variant, const Size& size) {
  std::vector<T> first(kBlock * kChains);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = static_cast<T>(i);
  const cm::DeviceBuffer<T> d_first(first);
  cm::DeviceBuffer<T> out(size.threads() * kChains);
  const double operations = 2.0 * kChains * size.steps * static_cast<double>(size.threads());
  return measure(
      bench, variant, size, operations, out, chains_cpu(first, size.blocks, size.steps),
      [&] { chains<T><<<size.blocks, kBlock>>>(out.data(), d_first.data(), size.steps); });
}

/// Pairs of half.  x / 2 + 1 brings every start to 2 within the steps of a run, and there it stays.
bool measure_halves(const cm::Bench& bench, const Size& size) {
  std::vector<float> start(2 * kBlock * kChains);
  cm::fill_random(start, 13, 0.0f, 4.0f);
  std::vector<__half> first;
  for (const float x : start) first.push_back(__float2half_rn(x));
  const cm::DeviceBuffer<__half> d_first(first);
  cm::DeviceBuffer<__half> out(2 * size.threads() * kChains);
  const auto run = [&] {
    chains<__half2><<<size.blocks, kBlock>>>(reinterpret_cast<__half2*>(out.data()),
                                             reinterpret_cast<const __half2*>(d_first.data()),
                                             size.steps);
  };
  const auto passes = [&] {
    out.poison();
    run();
    CUDA_CHECK_LAST();
    std::vector<float> got;
    for (const __half x : out.to_host()) got.push_back(__half2float(x));
    cm::Tolerance tolerance;
    tolerance.abs = 4.0 * 0x1p-10;  // a last place of half at 2, twice over
    return cm::check_close("half2", got, std::vector<float>(got.size(), 2.0f), tolerance);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(bench.options, run, bench.l2);
  const double operations = 4.0 * kChains * size.steps * static_cast<double>(size.threads());
  return passes() && add(bench, "half2", size, operations, timing);
}

bool measure_tiles(const cm::Bench& bench, const Size& size) {
  std::vector<int> entries(2 * kTile * kTile);
  cm::fill_random(entries, 14, -2, 2);
  std::vector<float> values(entries.begin(), entries.end());
  std::vector<__half> halves;
  for (const float x : values) halves.push_back(__float2half_rn(x));
  const cm::DeviceBuffer<__half> d_in(halves);
  const std::size_t warps = size.threads() / 32;
  cm::DeviceBuffer<float> out(warps * kChains * kTile * kTile);
  const auto half_way = values.begin() + kTile * kTile;
  const std::vector<float> want =
      tiles_cpu({values.begin(), half_way}, {half_way, values.end()}, warps, size.steps);
  const double operations = 2.0 * kTile * kTile * kTile * kChains * size.steps * 1.0 * warps;
  return measure(bench, "tensor_wmma", size, operations, out, want, [&] {
    tiles<<<size.blocks, kBlock>>>(out.data(), d_in.data(), d_in.data() + kTile * kTile,
                                   size.steps);
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter11.roofs", options);
  const cm::Bench bench{report, options, cm::L2::kWarm};
  const auto all = static_cast<unsigned>(8 * cm::sm_count());  // fills every SM with warps
  const Size size = options.quick ? Size{3, 64} : Size{all, 16384};
  const Size products = options.quick ? Size{2, 5} : Size{all, 1024};
  const bool ok = measure_chains<float>(bench, "float", size) &&
                  measure_chains<double>(bench, "double", size) && measure_halves(bench, size) &&
                  measure_tiles(bench, products);
  return ok ? report.finish() : report.fail();
}
