// SPDX-License-Identifier: MIT
//
// Transpose of a matrix, from one strided side to the speed of a plain copy.
//
// Claim:  a tile makes both sides of global memory row-wise; without bank conflicts and with
//         a few float4 in flight for each thread it keeps up with the library.
// Input:  rows x cols float, row major; the output is cols x rows.  Ragged sizes, too.
// Expect: strided writes far behind; with several elements a thread each rung ahead of the one
//         before; the vectorised one ahead of cuBLAS geam and close to the copy.
// Run:    ctest --preset dev -R '^chapter05\.transpose$'
#include <vector>

#include "common/common.cuh"

#if CM_HAVE_CUBLAS
#include <cublas_v2.h>
#endif

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

/// Neighbouring threads read along a row and write down a column.
// [snippet:naive-reads]
__global__ void transpose_strided_writes(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[at(col, row, rows)] = in[at(row, col, cols)];
}
// [/snippet:naive-reads]

/// Neighbouring threads read down a column and write along a row.
__global__ void transpose_strided_reads(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[at(col, row, rows)] = in[at(row, col, cols)];
}

// Where element (row, col) of a tile lies in shared memory.
// [snippet:padded-tile]
template <int kSide, int kPad>
struct Rows {  // kPad unused columns: the next row starts kPad banks further
  static constexpr int kTile = kSide, kWords = kSide * (kSide + kPad);
  static constexpr __host__ __device__ int word(int row, int col) {
    return row * (kSide + kPad) + col;
  }
};

template <int kSide>
struct Swizzled {  // no padding: each row holds its columns in another order
  static constexpr int kTile = kSide, kWords = kSide * kSide;
  static constexpr __host__ __device__ int word(int row, int col) {
    return row * kSide + (col ^ row);
  }
};
// [/snippet:padded-tile]

/// Turns one kTile x kTile tile a block; a thread moves kPerThread elements of one column.
template <class Layout, int kPerThread>
__global__ void transpose_tiled(float* out, const float* in, int rows, int cols) {
  constexpr int kTile = Layout::kTile;
  constexpr int kStep = kTile / kPerThread;  // rows of threads in the block
  static_assert(kTile % kPerThread == 0, "every thread moves the same number of elements");
  __shared__ float tile[Layout::kWords];
  const int x = threadIdx.x;
  // [snippet:tile-turn]
  // Read rows of the input into rows of the tile.
  const int col = blockIdx.x * kTile + x;
  for (int k = 0; k < kPerThread; ++k) {
    const int y = threadIdx.y + k * kStep;
    const int row = blockIdx.y * kTile + y;
    if (row < rows && col < cols) tile[Layout::word(y, x)] = in[at(row, col, cols)];
  }
  __syncthreads();
  // Write rows of the output from columns of the tile.
  const int out_col = blockIdx.y * kTile + x;
  for (int k = 0; k < kPerThread; ++k) {
    const int y = threadIdx.y + k * kStep;
    const int out_row = blockIdx.x * kTile + y;
    if (out_row < cols && out_col < rows) {
      out[at(out_row, out_col, rows)] = tile[Layout::word(x, y)];
    }
  }
  // [/snippet:tile-turn]
}

constexpr int kVectorTile = 64;
constexpr int kChunks = kVectorTile / 4;  // float4 in a row of the tile

/// Where float4 number `chunk` of row `row` of the tile lies; every fourth row in other banks.
__host__ __device__ constexpr int vector_slot(int row, int chunk) {
  return row * kChunks + (chunk ^ (row / 4));
}

/// Turns a 64 x 64 tile with 16 x 16 threads; rows and cols are multiples of four.  Blocks that
/// start together write neighbouring tiles of the output.
__global__ void __launch_bounds__(kChunks* kChunks)
    transpose_vectorised(float* out, const float* in, int rows, int cols) {
  __shared__ float4 tile[kVectorTile * kChunks];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  // [snippet:vector-tile]
  // Read four rows of four elements, turn them in registers, store four columns.
  const int row = blockIdx.x * kVectorTile + 4 * y;
  const int chunk = blockIdx.y * kChunks + x;
  if (row < rows && chunk < cols / 4) {
    const float4* from = reinterpret_cast<const float4*>(in) + at(row, chunk, cols / 4);
    const float4 a = from[0];
    const float4 b = from[1 * (cols / 4)];
    const float4 c = from[2 * (cols / 4)];
    const float4 d = from[3 * (cols / 4)];
    tile[vector_slot(4 * x + 0, y)] = make_float4(a.x, b.x, c.x, d.x);
    tile[vector_slot(4 * x + 1, y)] = make_float4(a.y, b.y, c.y, d.y);
    tile[vector_slot(4 * x + 2, y)] = make_float4(a.z, b.z, c.z, d.z);
    tile[vector_slot(4 * x + 3, y)] = make_float4(a.w, b.w, c.w, d.w);
  }
  __syncthreads();
  // Write rows of the output, four elements at a time.
  const int out_chunk = blockIdx.x * kChunks + x;
  for (int k = 0; k < 4; ++k) {
    const int out_row = blockIdx.y * kVectorTile + y + k * kChunks;
    if (out_row < cols && out_chunk < rows / 4) {
      reinterpret_cast<float4*>(out)[at(out_row, out_chunk, rows / 4)] =
          tile[vector_slot(y + k * kChunks, x)];
    }
  }
  // [/snippet:vector-tile]
}

// --- the ladder, with what the model of a warp predicts ----------------------

template <class Index>
int sectors(int bytes, Index&& index) {
  return cm::global_cost(cm::warp_access(0, bytes, index)).sectors;
}

template <class Index>
int wavefronts(int bytes, Index&& index) {
  return cm::shared_cost(cm::warp_access(0, bytes, index)).wavefronts;
}

/// A kernel, its launch, and what one request of a warp costs where all rows start on a line.
struct Rung {
  const char* variant;
  int tile, per_thread;
  void (*kernel)(float* out, const float* in, int rows, int cols);
  dim3 grid, block;
  int load_sectors, store_sectors;
  int shared_store_wavefronts = 0, shared_load_wavefronts = 0;  // 0: uses none
};

/// The blocks of `width` x `height` elements that cover `x` x `y` elements.
dim3 grid(int x, int y, int width, int height) {
  return dim3((x + width - 1) / width, (y + height - 1) / height);
}

template <class Layout, int kPerThread>
Rung tiled(const char* variant, int rows, int cols) {
  constexpr int kTile = Layout::kTile;
  const dim3 blocks = grid(cols, rows, kTile, kTile), block(kTile, kTile / kPerThread);
  const int row = sectors(4, [](int lane) { return lane; });
  const int write = wavefronts(4, [](int lane) { return Layout::word(0, lane); });
  const int read = wavefronts(4, [](int lane) { return Layout::word(lane, 0); });
  const auto kernel = transpose_tiled<Layout, kPerThread>;
  return {variant, kTile, kPerThread, kernel, blocks, block, row, row, write, read};
}

/// Rows that do not all start on 16 bytes cannot be read as float4: there the scalar tile steps in.
Rung vectorised(int rows, int cols) {
  if (rows % 4 != 0 || cols % 4 != 0) return tiled<Rows<64, 1>, 8>("vectorised", rows, cols);
  const dim3 blocks = grid(rows, cols, kVectorTile, kVectorTile), block(kChunks, kChunks);
  // A warp is two rows of 16 threads.
  const int load = sectors(16, [&](int i) { return at(i / 16 * 4, i % 16, cols / 4); });
  const int store = sectors(16, [&](int i) { return at(i / 16, i % 16, rows / 4); });
  const int write = wavefronts(16, [](int i) { return vector_slot(i % 16 * 4, i / 16); });
  const int read = wavefronts(16, [](int i) { return vector_slot(i / 16, i % 16); });
  const auto kernel = transpose_vectorised;
  return {"vectorised", kVectorTile, 16, kernel, blocks, block, load, store, write, read};
}

std::vector<Rung> ladder(int rows, int cols) {
  const int along = sectors(4, [](int lane) { return lane; });
  const int down = sectors(4, [&](int lane) { return at(lane, 0, rows); });
  const dim3 block(32, 8), by_cols = grid(cols, rows, 32, 8), by_rows = grid(rows, cols, 32, 8);
  return {{"strided_writes", 1, 1, transpose_strided_writes, by_cols, block, along, down},
          {"strided_reads", 1, 1, transpose_strided_reads, by_rows, block, down, along},
          tiled<Rows<32, 0>, 1>("tile", rows, cols),
          tiled<Rows<32, 1>, 1>("padded", rows, cols),
          tiled<Swizzled<32>, 1>("swizzled", rows, cols),
          tiled<Rows<32, 0>, 4>("tile", rows, cols),
          tiled<Rows<32, 1>, 4>("padded", rows, cols),
          tiled<Swizzled<32>, 4>("swizzled", rows, cols),
          tiled<Rows<64, 1>, 8>("padded", rows, cols),
          vectorised(rows, cols)};
}

// --- check, time, check again ------------------------------------------------

std::vector<float> random_matrix(int rows, int cols) {
  std::vector<float> matrix(at(rows, 0, cols));
  cm::fill_random(matrix, 5, -1.0f, 1.0f);
  return matrix;
}

/// One matrix, its transpose, and where the results go.
struct Bench {
  cm::Report& report;
  const cm::Options& options;
  int rows, cols;
  std::vector<float> in = random_matrix(rows, cols);
  std::vector<float> turned = transpose_cpu(in, rows, cols);
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
};

/// Adds a row if `run` leaves `want` in d_out, both before and after it is timed.
template <class Run>
bool measure(Bench& b, const char* variant, cm::Row row, const std::vector<float>& want,
             Run&& run) {
  const auto passes = [&] {
    b.d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close(variant, b.d_out.to_host(), want);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  row.n(b.in.size()).param("rows", b.rows).param("cols", b.cols);
  b.report.add(row.bytes(2.0 * static_cast<double>(b.d_in.bytes())).timing(timing));
  return true;
}

bool climb(Bench& b, const Rung& r) {
  cm::Row row("transpose", r.variant);
  row.param("tile", r.tile).param("per_thread", r.per_thread);
  if (b.rows % kVectorTile == 0 && b.cols % kVectorTile == 0) {
    row.predicted("load_sectors_per_request", r.load_sectors);
    row.predicted("store_sectors_per_request", r.store_sectors);
    if (r.shared_load_wavefronts > 0) {
      row.predicted("shared_store_wavefronts_per_request", r.shared_store_wavefronts);
      row.predicted("shared_load_wavefronts_per_request", r.shared_load_wavefronts);
    }
  }
  return measure(b, r.variant, row, b.turned, [&] {
    r.kernel<<<r.grid, r.block>>>(b.d_out.data(), b.d_in.data(), b.rows, b.cols);
  });
}

bool measure_copy(Bench& b) {
  return measure(b, "copy", cm::Row("transpose", "copy"), b.in, [&] {
    cudaMemcpyAsync(b.d_out.data(), b.d_in.data(), b.d_in.bytes(), cudaMemcpyDeviceToDevice);
  });
}

#if CM_HAVE_CUBLAS
/// The library counts by columns: our rows are its columns.  A call of it that fails leaves the
/// poison in the output, where the check finds it.
bool measure_geam(Bench& b) {
  const float one = 1.0f, zero = 0.0f;
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  const bool right = measure(b, "geam", cm::Row("transpose", "geam"), b.turned, [&] {
    cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, b.rows, b.cols, &one, b.d_in.data(), b.cols,
                &zero, b.d_out.data(), b.rows, b.d_out.data(), b.rows);
  });
  cublasDestroy(handle);
  return right;
}
#else
bool measure_geam(Bench&) { return true; }  // main says that it is skipped
#endif

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter05.transpose", options);
#if !CM_HAVE_CUBLAS
  report.skip("geam", "the program was built without cuBLAS");
#endif
  struct Shape {
    int rows, cols;
  };
  std::vector<Shape> shapes = {{16384, 16384}, {16381, 8209}};
  if (options.profile) shapes = {{16384, 16384}};
  if (options.quick) shapes = {{1, 1}, {33, 65}, {260, 132}, {64, 128}};
  for (const auto [rows, cols] : shapes) {
    Bench b{report, options, rows, cols};
    // The profiler has no use for the yardsticks.
    bool right = options.profile || measure_copy(b);
    for (const Rung& rung : ladder(rows, cols)) right = right && climb(b, rung);
    right = right && (options.profile || measure_geam(b));
    if (!right) return report.fail();
  }
  return report.finish();
}
