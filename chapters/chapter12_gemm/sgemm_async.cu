// SPDX-License-Identifier: MIT
//
// The FP32 product at the library's speed: copies that do not wait, and fewer instructions that do
// not multiply.
//
// Claim:  with several tiles on their way, what is left to gain is little each time: lanes that lie
//         so that a shared load of 16 bytes a lane takes two wavefronts and not three, fewer
//         barriers, fewer loads, registers that do not collide, equal shares of the work.
// Input:  A (m x k) times B (k x n), row major.  Ragged sizes, too.
// Expect: the last within a twentieth of cublas, on odd sides as fast.
// Run:    ctest --preset dev -R '^chapter12\.sgemm_async$'
#include <algorithm>
#include <vector>

#include "common/common.cuh"
#include "common/product_bench.cuh"
#include "sgemm_tiles.cuh"

#if CM_HAVE_CUBLAS
#include <cublas_v2.h>
#endif

// --- the ladder, with what the model of a warp predicts --------------------------

/// Wavefronts of the shared loads of a warp for one step along k, and their number.
template <class S>
cm::Row described(const char* variant, cm::ProductShape of) {
  const auto wavefronts = [](auto&& index) {
    return cm::shared_cost(cm::warp_access(0, 16, index)).wavefronts;
  };
  const int loads_a = S::kEachM / 4, loads_b = S::kEachN / 4;
  const int waves_a = wavefronts([](int lane) { return place_of<S>(lane).row; });
  const int waves_b = wavefronts([](int lane) { return place_of<S>(lane).col; });
  const double waves = loads_a * waves_a + loads_b * waves_b;
  cm::Row row("sgemm", variant);
  // With those of elements that lie beyond an edge.
  row.predicted("multiply_add_lanes",
                0.5 * cm::product_flops({whole(of.m), whole(of.n), whole(of.k)}));
  row.predicted("shared_wavefronts_per_load", waves / (loads_a + loads_b));
  row.predicted("fma_per_shared_load",
                static_cast<double>(S::kEachM * S::kEachN) / (loads_a + loads_b));
  return row;
}

// [snippet:rungs]
using ByRows = Shape<16, 32, 8, 8, Lanes::kByRows, 16, true>;
using Paired = Shape<16, 32, 8, 8, Lanes::kPaired, 16, true>;
using LongSteps = Shape<32, 32, 8, 8, Lanes::kPaired, 4, true>;
using SixteenByEight = Shape<16, 64, 16, 8, Lanes::kPaired, 2, true>;
using FreeSums = Shape<16, 64, 16, 8, Lanes::kPaired, 2, false>;
// [/snippet:rungs]

/// A place for the sums that a block leaves to another, and word of them, for all blocks that fit.
struct Exchange {
  int blocks;
  cm::DeviceBuffer<float> partial;
  cm::DeviceBuffer<unsigned> done;
  unsigned launch = 0;

  explicit Exchange(int resident)
      : blocks(resident),
        partial(static_cast<std::size_t>(resident) * ByRows::kM * ByRows::kN),
        done(std::vector<unsigned>(static_cast<std::size_t>(resident))) {}

  Shares next() { return {0, partial.data(), done.data(), ++launch}; }
};

// --- check, time in turns, check again -------------------------------------------

bool climb(cm::Report& report, const cm::Options& options, cm::ProductShape shape) {
  const auto [m, n, k] = shape;
  const std::vector<float> a = cm::random_matrix(m, k, 1), b = cm::random_matrix(k, n, 2);
  const cm::ProductCheck right(shape, a, b);
  cm::DeviceBuffer<float> d_a(a), d_b(b), d_c(at(m, 0, n));
  const cm::Tolerance tolerance = cm::product_tolerance(k, 0x1p-23);
  std::vector<cm::ProductWay> ways;
  const auto add = [&](const char* variant, cm::Row row, std::function<void()> run) {
    ways.push_back({std::move(row), variant, tolerance, std::move(run)});
  };
  // A product with odd sides pays for the padding each time.
  cm::DeviceBuffer<float> room_a(at(whole(m), 0, whole(k))), room_b(at(whole(k), 0, whole(n)));
  const Product product{shape, d_c.data(), d_a.data(), d_b.data(), room_a.data(), room_b.data()};
  const auto add_shape = [&](const char* variant, auto of) {
    using S = decltype(of);
    add(variant, described<S>(variant, shape), [&] { launch<S>(product); });
  };
  add_shape("by_rows", ByRows());
  add_shape("paired_lanes", Paired());
  add_shape("long_steps", LongSteps());
  add_shape("sixteen_by_eight", SixteenByEight());
  add_shape("free_sums", FreeSums());
  Exchange exchange(resident_blocks<FreeSums>());
  add("equal_shares", described<FreeSums>("equal_shares", shape),
      [&] { launch_evenly<FreeSums>(product, exchange.blocks, exchange.next()); });
#if CM_HAVE_CUBLAS
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  // The library counts by columns, so it computes the turned product: C^T = B^T A^T.
  const float one = 1.0f, zero = 0.0f;
  if (!options.profile) {
    add("cublas", cm::Row("sgemm", "cublas"), [&, m = m, n = n, k = k] {
      cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b.data(), n, d_a.data(), k,
                  &zero, d_c.data(), n);
    });
  }
#endif
  const bool ok = cm::measure_products(report, options, shape, right, d_c, ways);
#if CM_HAVE_CUBLAS
  cublasDestroy(handle);
#endif
  return ok;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);  // copies that pass the registers by
  cm::Report report("chapter12.sgemm_async", options);
#if !CM_HAVE_CUBLAS
  report.skip("cublas", "the program was built without cuBLAS");
#endif
  std::vector<cm::ProductShape> shapes = {
      {4096, 4096, 4096}, {8192, 8192, 8192}, {8191, 8193, 8189}};
  if (options.profile) shapes = {{4096, 4096, 4096}};
  if (options.quick) shapes = {{1, 1, 1}, {33, 65, 70}, {132, 260, 72}};
  for (const cm::ProductShape& shape : shapes) {
    if (!climb(report, options, shape)) return report.fail();
  }
  return report.finish();
}
