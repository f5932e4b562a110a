// SPDX-License-Identifier: MIT
//
// Which thread takes which element: block shapes, index order, and runs of neighbouring elements.
//
// Claim:  what matters is that neighbouring lanes touch neighbouring addresses.  A block may be
//         eight wide and lose nothing in sectors; a thread that takes a run of its own loses a lot,
//         unless the run is one vector.
// Input:  a rows x cols matrix to copy, and n float to copy in runs of k.
// Run:    ctest --preset dev -R '^chapter03\.thread_mapping$'

#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kThreads = 256;  // of every block, whatever its shape

// --- kernels -----------------------------------------------------------------

// [snippet:row-order]
/// threadIdx.x runs along a row: neighbouring lanes, neighbouring addresses.
__global__ void copy_rows(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const std::size_t i = static_cast<std::size_t>(row) * cols + col;
  if (row < rows && col < cols) out[i] = in[i];
}

/// threadIdx.x runs down a column: neighbouring lanes, a whole row apart.
__global__ void copy_columns(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  const std::size_t i = static_cast<std::size_t>(row) * cols + col;
  if (row < rows && col < cols) out[i] = in[i];
}
// [/snippet:row-order]

// [snippet:runs]
/// Thread t copies kRun elements: its own run from t * kRun on, or every kThreads-th of the
/// block's.
template <int kRun, bool kOwnRun>
__global__ void copy_runs(float* out, const float* in, std::size_t n) {
  const std::size_t block_first = static_cast<std::size_t>(blockIdx.x) * kThreads * kRun;
  const std::size_t first = block_first + threadIdx.x * (kOwnRun ? kRun : 1);
  float value[kRun];
#pragma unroll
  for (int k = 0; k < kRun; ++k) {
    const std::size_t i = first + k * (kOwnRun ? 1 : kThreads);
    value[k] = i < n ? in[i] : 0.0f;
  }
#pragma unroll
  for (int k = 0; k < kRun; ++k) {
    const std::size_t i = first + k * (kOwnRun ? 1 : kThreads);
    if (i < n) out[i] = value[k];
  }
}
// [/snippet:runs]

/// Thread t copies its own run of four, as one vector; the tail goes to the first threads.
__global__ void copy_vectors(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i < n / 4) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  if (i < n % 4) out[n - 1 - i] = in[n - 1 - i];
}

// --- what the model of a warp predicts ---------------------------------------

/// Adds the cost of a warp whose lane i touches element `index(i)`, the same for load and store.
template <class Index>
void predict(cm::Row& row, int bytes, Index&& index) {
  const int sectors = cm::global_cost(cm::warp_access(0, bytes, index)).sectors;
  row.predicted("load_sectors_per_request", sectors)
      .predicted("store_sectors_per_request", sectors);
}

// --- check, time, check again ------------------------------------------------

/// A matrix, its copy, and how blocks cover it.
struct Matrix {
  int rows, cols;
  std::vector<float> in;
  cm::DeviceBuffer<float> d_in, d_out;

  Matrix(int r, int c)
      : rows(r), cols(c), in(static_cast<std::size_t>(r) * c), d_in(in.size()), d_out(in.size()) {
    cm::fill_random(in, 1, 0.0f, 1.0f);
    d_in.copy_from(in);
  }
};

bool measure_shape(const cm::Bench& bench, Matrix& m, int block_x, bool along_rows,
                   bool report_it) {
  const dim3 block(block_x, kThreads / block_x);
  const auto blocks = [](int size, unsigned by) {
    return (static_cast<unsigned>(size) + by - 1) / by;
  };
  const int x_size = along_rows ? m.cols : m.rows;
  const int y_size = along_rows ? m.rows : m.cols;
  const dim3 grid(blocks(x_size, block.x), blocks(y_size, block.y));
  const char* variant = along_rows ? "rows" : "columns";
  const auto run = [&] {
    (along_rows ? copy_rows : copy_columns)<<<grid, block>>>(m.d_out.data(), m.d_in.data(), m.rows,
                                                             m.cols);
  };
  if (!report_it) return cm::leaves(variant, m.d_out, m.in, run);

  cm::Row row("matrix_copy", variant);
  row.n(m.in.size()).param("block_x", block_x).bytes(2.0 * static_cast<double>(m.d_in.bytes()));
  const auto pitch = static_cast<std::size_t>(m.cols);
  predict(row, sizeof(float), [&](int lane) {
    const std::size_t x = static_cast<std::size_t>(lane) % block_x;
    const std::size_t y = static_cast<std::size_t>(lane) / block_x;
    return along_rows ? y * pitch + x : x * pitch + y;
  });
  return cm::add_checked(bench, row, variant, m.d_out, m.in, run);
}

bool measure_shapes(const cm::Bench& bench, Matrix& m, bool report_them) {
  for (const int block_x : {1, 2, 4, 8, 16, 32, 64}) {
    if (!measure_shape(bench, m, block_x, true, report_them)) return false;
  }
  return measure_shape(bench, m, 32, false, report_them);
}

template <int kRun, bool kOwnRun>
bool measure_run(const cm::Bench& bench, const std::vector<float>& in,
                 const cm::DeviceBuffer<float>& d_in, cm::DeviceBuffer<float>& d_out) {
  const std::size_t n = in.size();
  const std::size_t per_block = static_cast<std::size_t>(kThreads) * kRun;
  const auto blocks = static_cast<unsigned>((n + per_block - 1) / per_block);
  const char* variant = kOwnRun ? "own_run" : "interleaved";
  cm::Row row("copy_runs", variant);
  row.n(n).param("run", kRun).bytes(2.0 * static_cast<double>(d_in.bytes()));
  predict(row, sizeof(float), [](int lane) { return lane * (kOwnRun ? kRun : 1); });
  return cm::add_checked(bench, row, variant, d_out, in, [&] {
    copy_runs<kRun, kOwnRun><<<blocks, kThreads>>>(d_out.data(), d_in.data(), n);
  });
}

bool measure_runs(const cm::Bench& bench, std::size_t n) {
  std::vector<float> in(n);
  cm::fill_random(in, 2, 0.0f, 1.0f);
  const cm::DeviceBuffer<float> d_in(in);
  cm::DeviceBuffer<float> d_out(n);
  const bool ok = measure_run<1, true>(bench, in, d_in, d_out) &&
                  measure_run<2, true>(bench, in, d_in, d_out) &&
                  measure_run<4, true>(bench, in, d_in, d_out) &&
                  measure_run<8, true>(bench, in, d_in, d_out) &&
                  measure_run<16, true>(bench, in, d_in, d_out) &&
                  measure_run<4, false>(bench, in, d_in, d_out) &&
                  measure_run<8, false>(bench, in, d_in, d_out) &&
                  measure_run<16, false>(bench, in, d_in, d_out);
  cm::Row row("copy_runs", "vector");
  row.n(n).param("run", 4).bytes(2.0 * static_cast<double>(d_in.bytes()));
  predict(row, sizeof(float4), [](int lane) { return lane; });
  return ok && cm::add_checked(bench, row, "vector", d_out, in, [&] {
           const auto blocks = static_cast<unsigned>((n / 4 + kThreads - 1) / kThreads);
           copy_vectors<<<blocks, kThreads>>>(d_out.data(), d_in.data(), n);
         });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.thread_mapping", options);
  const cm::Bench bench{report, options};
  Matrix ragged(97, 131);
  Matrix matrix(options.quick ? 64 : 8192, options.quick ? 256 : 8192);
  const bool ok = measure_shapes(bench, ragged, false) && measure_shapes(bench, matrix, true) &&
                  measure_runs(bench, options.quick ? 10007 : 1 << 26);
  return ok ? report.finish() : report.fail();
}
