// SPDX-License-Identifier: MIT
//
// A stencil's tile and its halo: fetched element by element, or as one box by the copy engine.
//
// Claim:  a box that reaches over the border is filled with zeros by the copy engine; no thread
//         computes an address or tests a bound. It saves instructions, and time only if those cost.
// Input:  a matrix of words whose sides are no multiples of the tile; a star of radius 2 with zeros
//         outside.
// Run:    ctest --preset dev -R '^chapter14\.tensor_tile$'

#include <cuda.h>
#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/child_process.hpp"
#include "common/common.cuh"
#include "hopper.cuh"
#include "tensor_map.cuh"

constexpr int kRadius = 2;
constexpr int kWide = 64, kHigh = 16;  // of a tile of results
constexpr int kBoxHigh = kHigh + 2 * kRadius;
// A box starts at a multiple of 16 bytes, so it has more than the radius to the left and right.
constexpr int kAligned = 4;
constexpr int kRows = 4;  // threads on top of each other; each has kHigh / kRows results
constexpr int kBlock = kWide * kRows;

/// Words in a row of a tile with its margins.
template <int kMargin>
constexpr int kBoxWide = kWide + 2 * kMargin;
static_assert(kBoxWide<kAligned> * 4 % 16 == 0, "a box's row is a multiple of 16 bytes");

struct Size {
  int cols, rows;
};

// --- reference ---------------------------------------------------------------

/// Twelve times the middle less the eight around it that lie in the star.
std::vector<unsigned> stencil_cpu(const std::vector<unsigned>& in, Size size) {
  std::vector<unsigned> out(in.size());
  const auto at = [&](int x, int y) {
    const bool inside = x >= 0 && x < size.cols && y >= 0 && y < size.rows;
    return inside ? in[static_cast<std::size_t>(y) * size.cols + x] : 0u;
  };
  for (int y = 0; y < size.rows; ++y) {
    for (int x = 0; x < size.cols; ++x) {
      unsigned sum = 12 * at(x, y);
      for (int d : {-2, -1, 1, 2}) sum -= at(x + d, y) + at(x, y + d);
      out[static_cast<std::size_t>(y) * size.cols + x] = sum;
    }
  }
  return out;
}

// --- using a box -------------------------------------------------------------

/// kMargin words of the box lie left and right of the tile.
template <int kMargin>
__device__ void use(unsigned* out, const unsigned* box, Size size) {
  constexpr int kRow = kBoxWide<kMargin>;
  const int x = threadIdx.x % kWide, first = threadIdx.x / kWide * (kHigh / kRows);
  const int col = static_cast<int>(blockIdx.x) * kWide + x;
  const int row = static_cast<int>(blockIdx.y) * kHigh + first;
  const unsigned* middle = box + (first + kRadius) * kRow + x + kMargin;
#pragma unroll
  for (int r = 0; r < kHigh / kRows; ++r, middle += kRow) {
    unsigned sum = 12 * middle[0];
#pragma unroll
    for (int d = 1; d <= kRadius; ++d) {
      sum -= middle[d] + middle[-d] + middle[d * kRow] + middle[-d * kRow];
    }
    if (col < size.cols && row + r < size.rows) {
      out[static_cast<std::size_t>(row + r) * size.cols + col] = sum;
    }
  }
}

// --- kernels -----------------------------------------------------------------

// [snippet:by-threads]
/// Each thread finds out where its elements of the box lie, and whether they lie in the matrix.
template <bool kAsync>
__global__ void by_threads(unsigned* out, const unsigned* in, Size size) {
  constexpr int kRow = kBoxWide<kRadius>;
  __shared__ unsigned box[kRow * kBoxHigh];
  const int left = static_cast<int>(blockIdx.x) * kWide - kRadius;
  const int top = static_cast<int>(blockIdx.y) * kHigh - kRadius;
  for (int i = threadIdx.x; i < kRow * kBoxHigh; i += kBlock) {
    const int x = left + i % kRow, y = top + i / kRow;
    const bool inside = x >= 0 && x < size.cols && y >= 0 && y < size.rows;
    const unsigned* from = in + (inside ? static_cast<std::size_t>(y) * size.cols + x : 0);
    if (kAsync) {
      __pipeline_memcpy_async(&box[i], from, 4, inside ? 0 : 4);
    } else {
      box[i] = inside ? *from : 0;
    }
  }
  if (kAsync) {
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  __syncthreads();
  use<kRadius>(out, box, size);
}
// [/snippet:by-threads]

#if HAVE_TENSOR_MAP
// [snippet:by-box]
/// One thread asks for the box, `margin` words to the left of the tile; all wait for its bytes.
__global__ void by_box(unsigned* out, const __grid_constant__ CUtensorMap map, Size size,
                       int margin) {
  __shared__ __align__(128) unsigned box[kBoxWide<kAligned> * kBoxHigh];
  __shared__ hopper::Barrier full;
  if (threadIdx.x == 0) {
    hopper::init(&full, 1);
    hopper::fence_init();
    hopper::arrive_expecting(&full, sizeof box);
    hopper::load_box(box, &map, static_cast<int>(blockIdx.x) * kWide - margin,
                     static_cast<int>(blockIdx.y) * kHigh - kRadius, &full);
  }
  __syncthreads();  // nobody looks at the barrier before it is made
  hopper::wait(&full, 0);
  use<kAligned>(out, box, size);
}
// [/snippet:by-box]
#endif

// --- check, time, check again ------------------------------------------------

struct Data {
  Size size;
  std::vector<unsigned> in, want = stencil_cpu(in, size);
  cm::DeviceBuffer<unsigned> d_in{in}, d_out{in.size()};
  dim3 grid() const {
    return {static_cast<unsigned>((size.cols + kWide - 1) / kWide),
            static_cast<unsigned>((size.rows + kHigh - 1) / kHigh)};
  }
};

template <class Kernel, class Launch>
bool measure(const cm::Bench& bench, const char* variant, Kernel kernel, Data& data,
             Launch&& launch) {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  cm::Row row("stencil", variant);
  row.n(data.in.size()).param("cols", data.size.cols);
  row.bytes(2.0 * static_cast<double>(data.d_in.bytes()));
  row.value("registers", attributes.numRegs);
  row.predicted("dram_read_bytes", static_cast<double>(data.d_in.bytes()));
  return cm::add_checked(bench, row, variant, data.d_out, data.want, launch);
}

bool measure_box(const cm::Bench& bench, Data& data) {
#if HAVE_TENSOR_MAP
  const CUtensorMap map = tensor_map(data.d_in.data(), data.size.cols, data.size.rows,
                                     kBoxWide<kAligned>, kBoxHigh, CU_TENSOR_MAP_SWIZZLE_NONE);
  return measure(bench, "box", by_box, data, [&] {
    by_box<<<data.grid(), kBlock>>>(data.d_out.data(), map, data.size, kAligned);
  });
#else
  (void)bench, (void)data;
  return true;
#endif
}

/// In a process of its own: fetches boxes that start `margin` words to the left of their tiles, and
/// prints what the runtime says.
int try_margin(int margin) {
#if HAVE_TENSOR_MAP
  cm::DeviceBuffer<unsigned> in(256 * 64), out(256 * 64);
  const CUtensorMap map =
      tensor_map(in.data(), 256, 64, kBoxWide<kAligned>, kBoxHigh, CU_TENSOR_MAP_SWIZZLE_NONE);
  by_box<<<dim3(4, 4), kBlock>>>(out.data(), map, {256, 64}, margin);
  std::printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
  std::fflush(stdout);
#endif
  (void)margin;
  std::_Exit(EXIT_SUCCESS);  // after a fault nothing can be freed
}

/// Adds rows that say where a box may start.
bool measure_starts(cm::Report& report) {
  for (const int margin : {0, 2, 4, 8}) {
    const std::string said = cm::run_self("--margin " + std::to_string(margin)).output;
    const bool accepted = said == "cudaSuccess";
    if (!accepted && said != "cudaErrorIllegalInstruction") {
      std::printf("FAIL margin %d: %s\n", margin, said.c_str());
      return false;
    }
    cm::Row row("start", "box");
    row.param("left", -margin).value("accepted", accepted ? 1 : 0).text("says", said);
    report.add(row.value("launches", 0));
  }
  return true;
}

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--margin") return try_margin(std::atoi(argv[2]));
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);
  cm::Report report("chapter14.tensor_tile", options);
  const cm::Bench bench{report, options};
  const std::string missing = hopper::missing();
  if (!missing.empty()) report.skip("box", missing);
  const std::vector<Size> sizes =
      options.quick ? std::vector<Size>{{4, 1}, {132, 35}} : std::vector<Size>{{8188, 8191}};
  for (const Size size : sizes) {
    std::vector<unsigned> in(static_cast<std::size_t>(size.cols) * size.rows);
    cm::fill_random(in, 14, 0u, ~0u);
    Data data{size, in};
    const auto launch = [&](auto kernel) {
      return [&, kernel] {
        kernel<<<data.grid(), kBlock>>>(data.d_out.data(), data.d_in.data(), size);
      };
    };
    const bool ok =
        measure(bench, "registers", by_threads<false>, data, launch(by_threads<false>)) &&
        measure(bench, "cp_async", by_threads<true>, data, launch(by_threads<true>)) &&
        (!missing.empty() || measure_box(bench, data));
    if (!ok) return report.fail();
  }
  if (missing.empty() && !measure_starts(report)) return report.fail();
  return report.finish();
}
