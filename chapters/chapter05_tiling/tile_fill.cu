// SPDX-License-Identifier: MIT
//
// A tile filled by rows or by columns: what global memory pays, and what shared memory pays.
//
// Claim:  the order of the lanes decides both halves of a fill.  Along the columns a load touches
//         32 sectors, and a store into a tile of 32 columns takes 32 wavefronts; one column of
//         padding mends the store and leaves the load as it was.
// Input:  a rows x cols matrix that is copied through tiles; ragged sizes, too.
// Expect: all four tiles are emptied along their rows, so what differs is the fill alone.
// Run:    ctest --preset dev -R '^chapter05\.tile_fill$'
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kTile = 32;
constexpr int kBlockRows = 8;
static_assert(kTile % kBlockRows == 0, "every thread copies the same number of elements");

/// Where element (row, col) of a row-major matrix with `cols` columns lies.
__host__ __device__ constexpr std::size_t at(int row, int col, int cols) {
  return static_cast<std::size_t>(row) * cols + col;
}

// --- kernel ------------------------------------------------------------------

/// Copies one tile a block: fills it along its rows or its columns, empties it along its rows.
template <bool kByRows, int kPad>
__global__ void copy_through_tile(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[kTile][kTile + kPad];
  const int lane = threadIdx.x;
  // [snippet:two-orders]
  // Neighbouring lanes fill neighbouring columns of a row, or neighbouring rows of a column.
  for (int k = threadIdx.y; k < kTile; k += kBlockRows) {
    const int y = kByRows ? k : lane;
    const int x = kByRows ? lane : k;
    const int row = blockIdx.y * kTile + y;
    const int col = blockIdx.x * kTile + x;
    if (row < rows && col < cols) tile[y][x] = in[at(row, col, cols)];
  }
  __syncthreads();
  // [/snippet:two-orders]
  const int col = blockIdx.x * kTile + lane;
  for (int k = threadIdx.y; k < kTile; k += kBlockRows) {
    const int row = blockIdx.y * kTile + k;
    if (row < rows && col < cols) out[at(row, col, cols)] = tile[k][lane];
  }
}

// --- check, time, check again ------------------------------------------------

/// A matrix, and where its copy goes.  What a copy must leave is the matrix itself.
struct Matrix {
  int rows, cols;
  std::vector<float> in;
  cm::DeviceBuffer<float> d_in, d_out;

  Matrix(int r, int c) : rows(r), cols(c), in(at(r, 0, c)), d_in(in.size()), d_out(in.size()) {
    cm::fill_random(in, 5, -1.0f, 1.0f);
    d_in.copy_from(in);
  }
};

/// Adds what one request of a warp costs where every tile is whole.
template <bool kByRows, int kPad>
void predict(cm::Row& row, int cols) {
  const auto fill = [&](int pitch) {
    return [pitch](int lane) { return kByRows ? at(0, lane, pitch) : at(lane, 0, pitch); };
  };
  const auto empty = [](int lane) { return lane; };
  const cm::GlobalCost load = cm::global_cost(cm::warp_access(0, sizeof(float), fill(cols)));
  const cm::GlobalCost store = cm::global_cost(cm::warp_access(0, sizeof(float), empty));
  const cm::SharedCost into =
      cm::shared_cost(cm::warp_access(0, sizeof(float), fill(kTile + kPad)));
  const cm::SharedCost from = cm::shared_cost(cm::warp_access(0, sizeof(float), empty));
  row.predicted("load_sectors_per_request", load.sectors)
      .predicted("store_sectors_per_request", store.sectors)
      .predicted("shared_store_wavefronts_per_request", into.wavefronts)
      .predicted("shared_load_wavefronts_per_request", from.wavefronts);
}

template <bool kByRows, int kPad>
bool measure(const cm::Bench& bench, Matrix& m) {
  const char* variant = kByRows ? "rows" : "columns";
  cm::Row row("fill", variant);
  row.n(m.in.size()).param("rows", m.rows).param("cols", m.cols).param("pad", kPad);
  row.bytes(2.0 * static_cast<double>(m.d_in.bytes()));
  if (m.rows % kTile == 0 && m.cols % kTile == 0) predict<kByRows, kPad>(row, m.cols);
  const dim3 grid((m.cols + kTile - 1) / kTile, (m.rows + kTile - 1) / kTile);
  return cm::add_checked(bench, row, variant, m.d_out, m.in, [&] {
    copy_through_tile<kByRows, kPad>
        <<<grid, dim3(kTile, kBlockRows)>>>(m.d_out.data(), m.d_in.data(), m.rows, m.cols);
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter05.tile_fill", options);
  const cm::Bench bench{report, options};
  struct Shape {
    int rows, cols;
  };
  std::vector<Shape> shapes = {{8192, 8192}, {8191, 8207}};
  if (options.profile) shapes = {{8192, 8192}};
  if (options.quick) shapes = {{1, 1}, {33, 65}, {131, 97}, {64, 128}};
  for (const auto [rows, cols] : shapes) {
    Matrix matrix(rows, cols);
    const bool ok = measure<true, 0>(bench, matrix) && measure<true, 1>(bench, matrix) &&
                    measure<false, 0>(bench, matrix) && measure<false, 1>(bench, matrix);
    if (!ok) return report.fail();
  }
  return report.finish();
}
