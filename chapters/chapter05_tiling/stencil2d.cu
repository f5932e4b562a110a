// SPDX-License-Identifier: MIT
//
// A five-point stencil on a matrix: the same bytes from DRAM, three ways to fetch the neighbours.
//
// Claim:  the caches serve the neighbours, so DRAM delivers each element once to every version.
//         What differs is the loads for each output.  A sweep that keeps three rows in registers
//         needs the fewest and keeps up with a copy.
// Input:  rows x cols float, row major; each output is 0.5 of its own place and 0.125 of each of
//         the four beside it, where everything outside the matrix is 0.  The sweep wants cols to be
//         a multiple of 4, as padding makes them in practice.
// Expect: the tile behind the plain kernel; the sweep ahead of both, and next to the copy once its
//         loads come first.
// Run:    ctest --preset dev -R '^chapter05\.stencil2d$'
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr float kCentre = 0.5f;
constexpr float kBeside = 0.125f;

/// Where element (row, col) of a row-major matrix with `cols` columns lies.
__host__ __device__ constexpr std::size_t at(int row, int col, int cols) {
  return static_cast<std::size_t>(row) * cols + col;
}

// --- reference ---------------------------------------------------------------

std::vector<float> stencil_cpu(const std::vector<float>& in, int rows, int cols) {
  const auto element = [&](int row, int col) -> double {
    return row >= 0 && row < rows && col >= 0 && col < cols ? in[at(row, col, cols)] : 0.0;
  };
  std::vector<float> out(in.size());
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const double beside = element(row - 1, col) + element(row + 1, col) + element(row, col - 1) +
                            element(row, col + 1);
      out[at(row, col, cols)] = static_cast<float>(kCentre * element(row, col) + kBeside * beside);
    }
  }
  return out;
}

// --- kernels -----------------------------------------------------------------

constexpr int kWidth = 32;   // threads of a block along a row, for the first two kernels
constexpr int kHeight = 16;  // and rows of threads

__device__ float element(const float* in, int row, int col, int rows, int cols) {
  return row >= 0 && row < rows && col >= 0 && col < cols ? in[at(row, col, cols)] : 0.0f;
}

/// One output a thread, five loads from global memory for it.
__global__ void stencil_direct(float* out, const float* in, int rows, int cols) {
  // [snippet:stencil-direct]
  const int col = blockIdx.x * kWidth + threadIdx.x;
  const int row = blockIdx.y * kHeight + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const float beside =
      element(in, row - 1, col, rows, cols) + element(in, row + 1, col, rows, cols) +
      element(in, row, col - 1, rows, cols) + element(in, row, col + 1, rows, cols);
  out[at(row, col, cols)] = kCentre * in[at(row, col, cols)] + kBeside * beside;
  // [/snippet:stencil-direct]
}

/// One output a thread, from a tile that holds the block's elements and a ring around them.
__global__ void stencil_tile(float* out, const float* in, int rows, int cols) {
  // [snippet:stencil-tile]
  __shared__ float tile[kHeight + 2][kWidth + 2];
  const int first_col = blockIdx.x * kWidth - 1;
  const int first_row = blockIdx.y * kHeight - 1;
  for (int y = threadIdx.y; y < kHeight + 2; y += kHeight) {
    for (int x = threadIdx.x; x < kWidth + 2; x += kWidth) {
      tile[y][x] = element(in, first_row + y, first_col + x, rows, cols);
    }
  }
  __syncthreads();
  const int x = threadIdx.x + 1, y = threadIdx.y + 1;
  const int row = first_row + y, col = first_col + x;
  if (row >= rows || col >= cols) return;
  const float beside = tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1];
  out[at(row, col, cols)] = kCentre * tile[y][x] + kBeside * beside;
  // [/snippet:stencil-tile]
}

/// Four neighbouring outputs, from the four elements above, on and below them and the two beside.
__device__ float4 combine(float4 up, float4 mid, float4 down, float left, float right) {
  return make_float4(kCentre * mid.x + kBeside * (up.x + down.x + left + mid.y),
                     kCentre * mid.y + kBeside * (up.y + down.y + mid.x + mid.z),
                     kCentre * mid.z + kBeside * (up.z + down.z + mid.y + mid.w),
                     kCentre * mid.w + kBeside * (up.w + down.w + mid.z + right));
}

/// Four columns and kRows rows a thread, from top to bottom.  A row is loaded once and is first
/// below, then on, then above the outputs.  The neighbours to the left and right come from the
/// lanes beside, and at the ends of the warp from global memory.  cols is a multiple of four.
template <int kWarps, int kRows>
__global__ void __launch_bounds__(kWarps * 32)
    stencil_sweep(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  // [snippet:stencil-sweep]
  const int lane = threadIdx.x % 32;
  const int col = 4 * (blockIdx.x * kWarps * 32 + threadIdx.x);
  const int first = blockIdx.y * kRows;
  const bool is_edge = lane == 0 || lane == 31;  // of the warp
  const int edge_col = lane == 0 ? col - 1 : col + 4;
  const auto load_four = [&](int row) {
    const bool inside = row >= 0 && row < rows && col < cols;
    return inside ? *reinterpret_cast<const float4*>(in + at(row, col, cols)) : float4{};
  };
  float4 up = load_four(first - 1), mid = load_four(first);
#pragma unroll
  for (int row = first; row < first + kRows; ++row) {
    const float4 down = load_four(row + 1);
    float left = __shfl_up_sync(0xFFFFFFFFu, mid.w, 1);
    float right = __shfl_down_sync(0xFFFFFFFFu, mid.x, 1);
    if (is_edge) (lane == 0 ? left : right) = element(in, row, edge_col, rows, cols);
    if (row < rows && col < cols) {
      *reinterpret_cast<float4*>(out + at(row, col, cols)) = combine(up, mid, down, left, right);
    }
    up = mid;
    mid = down;
  }
  // [/snippet:stencil-sweep]
}

/// The same outputs from loads that are all under way before the first sum.
template <int kWarps, int kRows>
__global__ void __launch_bounds__(kWarps * 32)
    stencil_loads_first(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  const int lane = threadIdx.x % 32;
  const int col = 4 * (blockIdx.x * kWarps * 32 + threadIdx.x);
  const int first = blockIdx.y * kRows;
  const bool is_edge = lane == 0 || lane == 31;  // of the warp
  const int edge_col = lane == 0 ? col - 1 : col + 4;
  // [snippet:stencil-loads-first]
  float4 line[kRows + 2];
  float beside[kRows];  // the warp, for its first lane and its last
#pragma unroll
  for (int k = 0; k < kRows + 2; ++k) {
    const int row = first - 1 + k;
    const bool inside = row >= 0 && row < rows && col < cols;
    line[k] = inside ? *reinterpret_cast<const float4*>(in + at(row, col, cols)) : float4{};
  }
#pragma unroll
  for (int k = 0; k < kRows; ++k) {
    beside[k] = is_edge ? element(in, first + k, edge_col, rows, cols) : 0.0f;
  }
  // [/snippet:stencil-loads-first]
#pragma unroll
  for (int k = 0; k < kRows; ++k) {
    const int row = first + k;
    const float4 mid = line[k + 1];
    float left = __shfl_up_sync(0xFFFFFFFFu, mid.w, 1);
    float right = __shfl_down_sync(0xFFFFFFFFu, mid.x, 1);
    if (lane == 0) left = beside[k];
    if (lane == 31) right = beside[k];
    if (row < rows && col < cols) {
      *reinterpret_cast<float4*>(out + at(row, col, cols)) =
          combine(line[k], mid, line[k + 2], left, right);
    }
  }
}

// --- the versions, with what the model of a warp predicts --------------------

/// Sectors of a load of `lanes` neighbours of `bytes` each, from element `offset` of a row on.
double sectors(int bytes, int offset, int lanes = cm::kWarpSize) {
  const std::uint64_t some_line = 1 << 20;
  const std::uint32_t active = 0xFFFFFFFFu >> (cm::kWarpSize - lanes);
  const auto neighbours = [&](int lane) { return offset + lane; };
  return cm::global_cost(cm::warp_access(some_line, bytes, neighbours, active)).sectors;
}

/// A kernel, its launch, and what it loads where all rows start on a line.
struct Version {
  const char* variant;
  void (*kernel)(float* out, const float* in, int rows, int cols);
  dim3 grid, block;
  double load_sectors;      // a request, on average
  double requests_per_out;  // for 32 outputs
};

dim3 grid_of(int rows, int cols, int width, int height) {
  return dim3((cols + width - 1) / width, (rows + height - 1) / height);
}

Version direct(int rows, int cols) {
  const double mean = (3 * sectors(4, 0) + sectors(4, -1) + sectors(4, 1)) / 5;
  return {
      "direct", stencil_direct, grid_of(rows, cols, kWidth, kHeight), dim3(kWidth, kHeight), mean,
      5};
}

Version tile(int rows, int cols) {
  // Each row of the tile is a full warp from one element before the block, and two lanes more.
  const double mean = (sectors(4, -1) + sectors(4, kWidth - 1, 2)) / 2;
  return {"tile",
          stencil_tile,
          grid_of(rows, cols, kWidth, kHeight),
          dim3(kWidth, kHeight),
          mean,
          2.0 * (kHeight + 2) / kHeight};
}

template <int kWarps, int kRows>
Version sweep(int rows, int cols) {
  // A warp: kRows + 2 loads of 16 bytes a lane, and for each row one by its first and last lanes.
  const double loads = kRows + 2 + kRows;
  const double mean = ((kRows + 2) * sectors(16, 0) + 2.0 * kRows) / loads;
  return {"sweep",
          stencil_sweep<kWarps, kRows>,
          grid_of(rows, cols, 4 * 32 * kWarps, kRows),
          dim3(32 * kWarps),
          mean,
          loads / (4.0 * kRows)};
}

template <int kWarps, int kRows>
Version loads_first(int rows, int cols) {
  Version version = sweep<kWarps, kRows>(rows, cols);
  version.variant = "loads_first";
  version.kernel = stencil_loads_first<kWarps, kRows>;
  return version;
}

// --- check, time, check again ------------------------------------------------

std::vector<float> random_matrix(int rows, int cols) {
  std::vector<float> matrix(at(rows, 0, cols));
  cm::fill_random(matrix, 9, -1.0f, 1.0f);
  return matrix;
}

/// One matrix, what the stencil must make of it, and where the results go.
struct Matrix {
  const cm::Bench& bench;
  int rows, cols;
  std::vector<float> in = random_matrix(rows, cols);
  std::vector<float> smoothed = stencil_cpu(in, rows, cols);
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};

  cm::Row row(const char* variant) const {
    cm::Row row("stencil2d", variant);
    row.n(in.size()).param("rows", rows).param("cols", cols);
    return row.bytes(2.0 * static_cast<double>(d_in.bytes()));
  }
};

bool measure(Matrix& m, int rows_per_thread, const Version& v) {
  // The terms' weights sum to 1 and the elements lie within [-1, 1].
  const auto tolerance = cm::sum_tolerance(5, std::numeric_limits<float>::epsilon(), 1.0);
  cm::Row row = m.row(v.variant);
  row.param("rows_per_thread", rows_per_thread);
  if (!m.bench.options.quick) {  // in a small matrix the edges would show
    row.predicted("load_sectors_per_request", v.load_sectors);
    row.predicted("loads_per_32_outputs", v.requests_per_out);
    row.predicted("dram_read_bytes", static_cast<double>(m.d_in.bytes()));
  }
  return cm::add_checked(
      m.bench, row, v.variant, m.d_out, m.smoothed,
      [&] { v.kernel<<<v.grid, v.block>>>(m.d_out.data(), m.d_in.data(), m.rows, m.cols); },
      tolerance);
}

bool measure_copy(Matrix& m) {
  return cm::add_checked(m.bench, m.row("copy"), "copy", m.d_out, m.in, [&] {
    cudaMemcpyAsync(m.d_out.data(), m.d_in.data(), m.d_in.bytes(), cudaMemcpyDeviceToDevice);
  });
}

bool measure_shape(Matrix& m) {
  const int rows = m.rows, cols = m.cols;
  // The profiler has no use for the yardstick.
  bool right = (m.bench.options.profile || measure_copy(m)) && measure(m, 1, direct(rows, cols)) &&
               measure(m, 1, tile(rows, cols));
  if (cols % 4 != 0) return right;  // a row of floats that does not start on 16 bytes
  return right && measure(m, 4, sweep<8, 4>(rows, cols)) &&
         measure(m, 8, sweep<8, 8>(rows, cols)) && measure(m, 16, sweep<8, 16>(rows, cols)) &&
         measure(m, 4, loads_first<8, 4>(rows, cols)) &&
         measure(m, 8, loads_first<8, 8>(rows, cols));
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter05.stencil2d", options);
  const cm::Bench bench{report, options};
  struct Shape {
    int rows, cols;
  };
  // The rows of the large one start on lines and end in the middle of a block.
  std::vector<Shape> shapes = {{8189, 16352}};
  if (options.quick) shapes = {{1, 1}, {1, 4}, {33, 65}, {35, 516}};
  for (const auto [rows, cols] : shapes) {
    Matrix matrix{bench, rows, cols};
    if (!measure_shape(matrix)) return report.fail();
  }
  return report.finish();
}
