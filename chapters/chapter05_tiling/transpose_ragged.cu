// SPDX-License-Identifier: MIT
//
// Transpose of a matrix whose rows start anywhere: which sectors a tile writes, and in what order.
//
// Claim:  a fixed tile writes part of a sector at both ends of each of its rows.  A tile whose
//         start is moved for each output row, back to a boundary of sectors, writes whole ones and
//         reads a few rows twice instead.  A strip that walks down keeps those rows.
// Input:  rows x cols float, row major, both odd; the output is cols x rows.
// Expect: the tile in the order of the output ahead of that in the order of the input; whole
//         sectors ahead of both; whole lines, a strip or streaming stores no better.
// Run:    ctest --preset dev -R '^chapter05\.transpose_ragged$'
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

#if CM_HAVE_CUBLAS
#include <cublas_v2.h>
#endif

constexpr int kThreads = 512;
constexpr int kWarps = kThreads / 32;

/// Where element (row, col) of a row-major matrix with `cols` columns lies.
__host__ __device__ constexpr std::size_t at(int row, int col, int cols) {
  return static_cast<std::size_t>(row) * cols + col;
}

// --- reference ---------------------------------------------------------------

std::vector<float> transpose_cpu(const std::vector<float>& in, int rows, int cols) {
  std::vector<float> out(in.size());
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) out[at(col, row, rows)] = in[at(row, col, cols)];
  }
  return out;
}

// --- kernels -----------------------------------------------------------------

/// Elements of output row `out_row` between a boundary of kAlign elements and the row's start.
// [snippet:shift]
template <int kAlign>
__host__ __device__ constexpr int shift_of(int out_row, int rows) {
  return static_cast<int>(at(out_row, 0, rows) % kAlign);
}
// [/snippet:shift]

/// Which tile a block takes: `wide` and `high` count tiles along and across the output's rows.
struct Place {
  int along, across;
};

/// Blocks go along the output in bands of `band` tiles: 1 is the order of the output's rows, and
/// `across` is that of the input's.
__host__ __device__ inline Place place_of(unsigned block, int along, int band, int across) {
  const unsigned in_band = static_cast<unsigned>(band) * along;
  const int first = static_cast<int>(block / in_band) * band;
  const int height = first + band <= across ? band : across - first;
  const unsigned rest = block % in_band;
  return {static_cast<int>(rest / height), first + static_cast<int>(rest % height)};
}

/// Turns a tile of kWide x kHigh elements of the output.  The tile of output row c starts
/// shift_of(c) elements early, so each of its writes starts at a boundary of kAlign elements; the
/// block reads kAlign - 1 rows of the input more than it would without.
template <int kWide, int kHigh, int kAlign, bool kStreaming>
__global__ void __launch_bounds__(kThreads)
    turn_tile(float* out, const float* in, int rows, int cols, int band) {
  constexpr int kRows = kWide + kAlign - 1;
  constexpr int kStep = kThreads / kHigh;  // input rows that the block reads at once
  constexpr int kLoads = (kRows + kStep - 1) / kStep;
  __shared__ float tile[kRows][kHigh + 1];
  const int along = (rows + kRows - 1) / kWide;
  const Place place = place_of(blockIdx.x, along, band, (cols + kHigh - 1) / kHigh);
  const int first_row = place.along * kWide - (kAlign - 1);
  const int first_col = place.across * kHigh;

  const int x = threadIdx.x % kHigh, y = threadIdx.x / kHigh;
  float values[kLoads];
  for (int k = 0; k < kLoads; ++k) {
    const int row = first_row + y + k * kStep;
    const bool inside = row >= 0 && row < rows && first_col + x < cols;
    values[k] = inside ? in[at(row, first_col + x, cols)] : 0.0f;
  }
  for (int k = 0; k < kLoads; ++k) {
    if (y + k * kStep < kRows) tile[y + k * kStep][x] = values[k];
  }
  __syncthreads();

  // [snippet:shifted-write]
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int j = warp; j < kHigh; j += kWarps) {
    const int out_row = first_col + j;
    const int shift = shift_of<kAlign>(out_row, rows);
    for (int i = lane; i < kWide; i += 32) {
      const int out_col = place.along * kWide + i - shift;
      if (out_row < cols && out_col >= 0 && out_col < rows) {
        float* to = out + at(out_row, out_col, rows);
        const float value = tile[i - shift + kAlign - 1][j];
        if (kStreaming)
          __stcs(to, value);
        else
          *to = value;
      }
    }
  }
  // [/snippet:shifted-write]
}

/// Where float4 number `chunk` of output row `row` lies in a tile of kChunks of them a row; four
/// neighbouring rows share banks, the next four have others.
template <int kChunks>
__device__ constexpr int vector_slot(int row, int chunk) {
  return row * kChunks + (chunk ^ (row / 4 % 8));
}

/// Stores `four` to `to` as far as its elements lie within the row: those numbered 0 to length - 1,
/// of which the first one here is number `at`.
__device__ void store_four(float* to, float4 four, int at, int length) {
  if (at >= 0 && at + 4 <= length) {
    *reinterpret_cast<float4*>(to) = four;
    return;
  }
  const float values[] = {four.x, four.y, four.z, four.w};
  for (int k = 0; k < 4; ++k) {
    if (at + k >= 0 && at + k < length) to[k] = values[k];
  }
}

/// The tile of turn_tile with whole sectors, written as float4: since a sector begins on 16 bytes,
/// so does every fourth element of a row that begins with one.
template <int kWide, int kHigh>
__global__ void __launch_bounds__(kThreads)
    turn_vector(float* out, const float* in, int rows, int cols, int band) {
  constexpr int kAlign = 8, kChunks = kWide / 4;
  constexpr int kRows = kWide + kAlign - 1;
  constexpr int kStep = kThreads / kHigh;
  constexpr int kLoads = (kRows + kStep - 1) / kStep;
  __shared__ __align__(16) float tile[kHigh * kWide];
  const int along = (rows + kRows - 1) / kWide;
  const Place place = place_of(blockIdx.x, along, band, (cols + kHigh - 1) / kHigh);
  const int first_row = place.along * kWide - (kAlign - 1);
  const int first_col = place.across * kHigh;

  const int x = threadIdx.x % kHigh, y = threadIdx.x / kHigh;
  float values[kLoads];
  for (int k = 0; k < kLoads; ++k) {
    const int row = first_row + y + k * kStep;
    const bool inside = row >= 0 && row < rows && first_col + x < cols;
    values[k] = inside ? in[at(row, first_col + x, cols)] : 0.0f;
  }
  // [snippet:shifted-tile]
  const int shift = shift_of<kAlign>(first_col + x, rows);
  for (int k = 0; k < kLoads; ++k) {
    const int i = y + k * kStep - (kAlign - 1) + shift;  // place in the tile's row
    if (i >= 0 && i < kWide) tile[4 * vector_slot<kChunks>(x, i / 4) + i % 4] = values[k];
  }
  __syncthreads();
  const int chunk = threadIdx.x % kChunks;
  for (int j = threadIdx.x / kChunks; j < kHigh && first_col + j < cols; j += kThreads / kChunks) {
    const int out_row = first_col + j;
    const int out_col = place.along * kWide - shift_of<kAlign>(out_row, rows) + 4 * chunk;
    const float* from = tile + 4 * vector_slot<kChunks>(j, chunk);
    store_four(out + at(out_row, 0, rows) + out_col, *reinterpret_cast<const float4*>(from),
               out_col, rows);
  }
  // [/snippet:shifted-tile]
}

/// Walks down a strip of kHigh columns of the input, kStep rows at a time.  After each step it
/// writes what is complete up to a boundary of kAlign elements and keeps the rest in the tile for
/// the next, so nothing is read twice.  A block takes `length` rows, a multiple of kStep.
template <int kHigh, int kStep, int kAlign>
__global__ void __launch_bounds__(kThreads)
    turn_strip(float* out, const float* in, int rows, int cols, int length) {
  constexpr int kAtOnce = kThreads / kHigh;
  constexpr int kLoads = kStep / kAtOnce;
  constexpr int kRing = 2 * kStep;  // rows of the tile: this step and what the last one left
  static_assert(kStep % kAtOnce == 0 && kStep >= kAlign, "a step fills a boundary's width");
  __shared__ float tile[kRing][kHigh + 1];
  const int segments = (rows + length - 1) / length;
  const int begin = blockIdx.x % segments * length;
  const int end = min(begin + length, rows);
  const int first_col = blockIdx.x / segments * kHigh;
  const int x = threadIdx.x % kHigh, y = threadIdx.x / kHigh;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  float values[kLoads];
  const auto load = [&](int first_row) {
    for (int k = 0; k < kLoads; ++k) {
      const int row = first_row + y + k * kAtOnce;
      const bool inside = row < end && first_col + x < cols;
      values[k] = inside ? in[at(row, first_col + x, cols)] : 0.0f;
    }
  };
  load(begin);
  for (int step = begin; step < end; step += kStep) {
    for (int k = 0; k < kLoads; ++k) tile[(step + y + k * kAtOnce) % kRing][x] = values[k];
    __syncthreads();
    load(step + kStep);  // under way while this step is written
    const int next = min(step + kStep, end);
    for (int j = warp; j < kHigh && first_col + j < cols; j += kWarps) {
      const int shift = shift_of<kAlign>(first_col + j, rows);
      // Down to the boundary before, but for the two ends of the segment.
      const int from = step == begin ? begin : step - (step + shift) % kAlign;
      const int to = next == end ? end : next - (next + shift) % kAlign;
      for (int i = from + lane; i < to; i += 32) {
        out[at(first_col + j, i, rows)] = tile[i % kRing][j];
      }
    }
    __syncthreads();
  }
}

// --- the attempts, with what the model of a warp predicts --------------------

/// Mean sectors of a warp's access to 32 neighbours in each of eight rows of `length` elements.
template <int kAlign>
double sectors_of_rows(int length) {
  const std::uint64_t some_line = 1 << 20;
  int sum = 0;
  for (int row = 0; row < 8; ++row) {
    const int start = static_cast<int>(at(row, 0, length) % 8);
    const auto index = [&](int lane) {
      return start / std::min(kAlign, 8) * std::min(kAlign, 8) + lane;
    };
    sum += cm::global_cost(cm::warp_access(some_line, 4, index)).sectors;
  }
  return sum / 8.0;
}

/// One way to do it.
struct Attempt {
  const char* variant;
  int wide, high, align;
  unsigned blocks;
  void (*kernel)(float* out, const float* in, int rows, int cols, int last);
  double store_sectors;  // a request, on average
  const char* last_name;
  int last;  // the kernel's last argument
};

template <int kWide, int kHigh, int kAlign, bool kStreaming = false>
Attempt tiles(const char* variant, int rows, int cols, int band) {
  const int along = (rows + kWide + kAlign - 2) / kWide, across = (cols + kHigh - 1) / kHigh;
  const auto kernel = turn_tile<kWide, kHigh, kAlign, kStreaming>;
  return {variant,
          kWide,
          kHigh,
          kAlign,
          static_cast<unsigned>(along) * across,
          kernel,
          sectors_of_rows<kAlign>(rows),
          "band",
          band};
}

template <int kWide, int kHigh>
Attempt vectors(const char* variant, int rows, int cols, int band) {
  Attempt attempt = tiles<kWide, kHigh, 8>(variant, rows, cols, band);
  attempt.kernel = turn_vector<kWide, kHigh>;
  attempt.store_sectors = 4 * 4;  // four for each of the lanes' four elements
  return attempt;
}

template <int kHigh, int kStep, int kAlign>
Attempt strips(const char* variant, int rows, int cols, int length) {
  const int segments = (rows + length - 1) / length, across = (cols + kHigh - 1) / kHigh;
  const auto kernel = turn_strip<kHigh, kStep, kAlign>;
  return {variant,
          kStep,
          kHigh,
          kAlign,
          static_cast<unsigned>(segments) * across,
          kernel,
          sectors_of_rows<kAlign>(rows),
          "length",
          length};
}

std::vector<Attempt> attempts(int rows, int cols) {
  const int all = (cols + 63) / 64;  // a band as high as the matrix: the input's order
  return {tiles<64, 64, 1>("input_order", rows, cols, all),
          tiles<64, 64, 1>("output_order", rows, cols, 1),
          tiles<128, 32, 1>("wide", rows, cols, 1),
          tiles<64, 64, 8>("whole_sectors_input_order", rows, cols, all),
          tiles<64, 64, 8>("whole_sectors", rows, cols, 1),
          tiles<64, 64, 8>("whole_sectors", rows, cols, 2),
          tiles<128, 64, 32>("whole_lines", rows, cols, 1),
          tiles<64, 64, 8, true>("streaming", rows, cols, 1),
          vectors<64, 64>("vectors", rows, cols, 2),
          strips<32, 128, 32>("strip", rows, cols, 4096)};
}

// --- check, time, check again ------------------------------------------------

std::vector<float> random_matrix(int rows, int cols) {
  std::vector<float> matrix(at(rows, 0, cols));
  cm::fill_random(matrix, 5, -1.0f, 1.0f);
  return matrix;
}

/// One matrix, its transpose, and where the results go.
struct Matrix {
  const cm::Bench& bench;
  int rows, cols;
  std::vector<float> in = random_matrix(rows, cols);
  std::vector<float> turned = transpose_cpu(in, rows, cols);
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};

  cm::Row row(const char* variant) const {
    cm::Row row("transpose_ragged", variant);
    row.n(in.size()).param("rows", rows).param("cols", cols);
    return row.bytes(2.0 * static_cast<double>(d_in.bytes()));
  }
};

bool measure(Matrix& m, const Attempt& a) {
  cm::Row row = m.row(a.variant);
  row.param("wide", a.wide).param("high", a.high).param("align", a.align);
  row.param(a.last_name, a.last);
  if (!m.bench.options.quick) {  // in a small matrix the edges would show
    row.predicted("load_sectors_per_request", sectors_of_rows<1>(m.cols));
    row.predicted("store_sectors_per_request", a.store_sectors);
  }
  return cm::add_checked(m.bench, row, a.variant, m.d_out, m.turned, [&] {
    a.kernel<<<a.blocks, kThreads>>>(m.d_out.data(), m.d_in.data(), m.rows, m.cols, a.last);
  });
}

bool measure_copy(Matrix& m) {
  return cm::add_checked(m.bench, m.row("copy"), "copy", m.d_out, m.in, [&] {
    cudaMemcpyAsync(m.d_out.data(), m.d_in.data(), m.d_in.bytes(), cudaMemcpyDeviceToDevice);
  });
}

#if CM_HAVE_CUBLAS
/// The library counts by columns: our rows are its columns.  A call of it that fails leaves the
/// poison in the output, where the check finds it.
bool measure_geam(Matrix& m) {
  const float one = 1.0f, zero = 0.0f;
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  const bool right = cm::add_checked(m.bench, m.row("geam"), "geam", m.d_out, m.turned, [&] {
    cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m.rows, m.cols, &one, m.d_in.data(), m.cols,
                &zero, m.d_out.data(), m.rows, m.d_out.data(), m.rows);
  });
  cublasDestroy(handle);
  return right;
}
#else
bool measure_geam(Matrix&) { return true; }  // main says that it is skipped
#endif

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter05.transpose_ragged", options);
#if !CM_HAVE_CUBLAS
  report.skip("geam", "the program was built without cuBLAS");
#endif
  const cm::Bench bench{report, options};
  struct Shape {
    int rows, cols;
  };
  std::vector<Shape> shapes = {{16381, 8209}};
  if (options.quick) shapes = {{1, 1}, {33, 65}, {131, 197}, {4100, 33}};
  for (const auto [rows, cols] : shapes) {
    Matrix m{bench, rows, cols};
    // The profiler has no use for the yardsticks.
    bool right = options.profile || measure_copy(m);
    for (const Attempt& attempt : attempts(rows, cols)) right = right && measure(m, attempt);
    right = right && (options.profile || measure_geam(m));
    if (!right) return report.fail();
  }
  return report.finish();
}
