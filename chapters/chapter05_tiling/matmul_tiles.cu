// SPDX-License-Identifier: MIT
//
// A product of matrices: each level of tiles divides the loads for a multiply-add.
//
// Claim:  the plain kernel loads two floats for each multiply-add.  A tile of T x T in shared
//         memory shares each load among T threads, and a patch of outputs in registers does the
//         same for the loads from shared memory.
// Input:  c = a b, row major; a is rows x inner, b is inner x cols.  Small whole numbers, so that
//         each sum is exact in whatever order.
// Expect: loads for a multiply-add as predicted; each rung ahead of the one before.
// Run:    ctest --preset dev -R '^chapter05\.matmul_tiles$'
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

/// Sizes of a product; the three matrices are rows x inner, inner x cols and rows x cols.
struct Shape {
  int rows, cols, inner;
};

/// Where element (row, col) of a row-major matrix with `cols` columns lies.
__host__ __device__ constexpr std::size_t at(int row, int col, int cols) {
  return static_cast<std::size_t>(row) * cols + col;
}

// --- reference ---------------------------------------------------------------

std::vector<float> multiply_cpu(const std::vector<float>& a, const std::vector<float>& b, Shape s) {
  std::vector<float> c(at(s.rows, 0, s.cols), 0.0f);
  for (int row = 0; row < s.rows; ++row) {
    for (int k = 0; k < s.inner; ++k) {
      const float factor = a[at(row, k, s.inner)];
      for (int col = 0; col < s.cols; ++col) {
        c[at(row, col, s.cols)] += factor * b[at(k, col, s.cols)];
      }
    }
  }
  return c;
}

// --- kernels -----------------------------------------------------------------

/// Element (row, col) of a matrix, which is 0 outside.
__device__ float element(const float* m, int row, int col, int rows, int cols) {
  return row < rows && col < cols ? m[at(row, col, cols)] : 0.0f;
}

constexpr int kTile = 32;

/// One output a thread: two loads from global memory for each multiply-add.
__global__ void multiply_direct(float* c, const float* a, const float* b, Shape s) {
  // [snippet:multiply-direct]
  const int col = blockIdx.x * kTile + threadIdx.x;
  const int row = blockIdx.y * kTile + threadIdx.y;
  if (row >= s.rows || col >= s.cols) return;
  float sum = 0.0f;
  for (int k = 0; k < s.inner; ++k) sum += a[at(row, k, s.inner)] * b[at(k, col, s.cols)];
  c[at(row, col, s.cols)] = sum;
  // [/snippet:multiply-direct]
}

/// One output a thread, from tiles of both matrices that the block shares.
__global__ void multiply_tile(float* c, const float* a, const float* b, Shape s) {
  // [snippet:multiply-tile]
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int col = blockIdx.x * kTile + x;
  const int row = blockIdx.y * kTile + y;
  float sum = 0.0f;
  for (int first = 0; first < s.inner; first += kTile) {
    a_tile[y][x] = element(a, row, first + x, s.rows, s.inner);
    b_tile[y][x] = element(b, first + y, col, s.inner, s.cols);
    __syncthreads();  // the tiles are complete
    for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();  // nobody reads them any more
  }
  if (row < s.rows && col < s.cols) c[at(row, col, s.cols)] = sum;
  // [/snippet:multiply-tile]
}

constexpr int kBig = 128;                        // outputs of a block along each side
constexpr int kDepth = 8;                        // of a step along the inner dimension
constexpr int kPatch = 8;                        // outputs of a thread along each side
constexpr int kSide = kBig / kPatch;             // threads of a block along each side
constexpr int kBlock = kSide * kSide;            // 256
constexpr int kCopies = kBig * kDepth / kBlock;  // loads of a thread for one tile

/// Output number i of a thread's patch along one side: two groups of four, half a tile apart, so
/// that neighbouring threads read neighbouring float4.
__device__ constexpr int place_in_tile(int thread, int i) {
  return (i / 4) * (kBig / 2) + 4 * thread + i % 4;
}

/// The eight values of a thread's patch from one row of a tile, by two 128-bit loads.
__device__ void load_patch(float* values, const float* tile_row, int thread) {
  for (int half = 0; half < 2; ++half) {
    const float* from = tile_row + place_in_tile(thread, 4 * half);
    const float4 four = *reinterpret_cast<const float4*>(from);
    values[4 * half + 0] = four.x;
    values[4 * half + 1] = four.y;
    values[4 * half + 2] = four.z;
    values[4 * half + 3] = four.w;
  }
}

/// 8 x 8 outputs a thread: 16 loads from shared memory feed 64 multiply-adds.
__global__ void __launch_bounds__(kBlock)
    multiply_registers(float* c, const float* a, const float* b, Shape s) {
  constexpr int kPad =
      4;  // keeps float4 aligned and spreads the columns that are written to a_tile
  __shared__ __align__(16) float a_tile[kDepth][kBig + kPad], b_tile[kDepth][kBig];
  const int t = threadIdx.x, x = t % kSide, y = t / kSide;
  const int first_row = blockIdx.y * kBig, first_col = blockIdx.x * kBig;
  float sums[kPatch][kPatch] = {};
  // [snippet:multiply-registers]
  for (int first = 0; first < s.inner; first += kDepth) {
    for (int i = 0; i < kCopies; ++i) {
      const int k = t % kDepth, row = t / kDepth + i * (kBlock / kDepth);
      a_tile[k][row] = element(a, first_row + row, first + k, s.rows, s.inner);
    }
    for (int i = 0; i < kCopies; ++i) {
      const int col = t % kBig, k = t / kBig + i * (kBlock / kBig);
      b_tile[k][col] = element(b, first + k, first_col + col, s.inner, s.cols);
    }
    __syncthreads();
    for (int k = 0; k < kDepth; ++k) {
      float a_patch[kPatch], b_patch[kPatch];
      load_patch(a_patch, a_tile[k], y);
      load_patch(b_patch, b_tile[k], x);
      for (int i = 0; i < kPatch; ++i) {
        for (int j = 0; j < kPatch; ++j) sums[i][j] += a_patch[i] * b_patch[j];
      }
    }
    __syncthreads();
  }
  // [/snippet:multiply-registers]
  for (int i = 0; i < kPatch; ++i) {
    for (int j = 0; j < kPatch; ++j) {
      const int row = first_row + place_in_tile(y, i), col = first_col + place_in_tile(x, j);
      if (row < s.rows && col < s.cols) c[at(row, col, s.cols)] = sums[i][j];
    }
  }
}

// --- check, time, check again ------------------------------------------------

/// A matrix of whole numbers from -4 to 4.
std::vector<float> random_matrix(int rows, int cols, unsigned seed) {
  std::vector<int> numbers(at(rows, 0, cols));
  cm::fill_random(numbers, seed, -4, 4);
  return std::vector<float>(numbers.begin(), numbers.end());
}

/// Two matrices, their product, and where the results go.
struct Product {
  const cm::Bench& bench;
  Shape shape;
  std::vector<float> a = random_matrix(shape.rows, shape.inner, 3);
  std::vector<float> b = random_matrix(shape.inner, shape.cols, 4);
  std::vector<float> want = multiply_cpu(a, b, shape);
  cm::DeviceBuffer<float> d_a{a}, d_b{b}, d_c{want.size()};
};

/// A kernel whose blocks make `side` x `side` outputs, so that each load serves `shared_by` of
/// them.
bool measure(Product& p, const char* variant,
             void (*kernel)(float*, const float*, const float*, Shape), int side, dim3 block,
             int shared_by) {
  const Shape s = p.shape;
  const dim3 grid((s.cols + side - 1) / side, (s.rows + side - 1) / side);
  const double fmas = static_cast<double>(s.rows) * s.cols * s.inner;
  cm::Row row("matmul_tiles", variant);
  row.n(p.want.size()).param("rows", s.rows).param("cols", s.cols).param("inner", s.inner);
  if (!p.bench.options.quick) {  // in a small matrix the edges would show
    row.predicted("loads_per_fma", 2.0 / shared_by);
    row.value("flop_per_loaded_byte", 2.0 / (2.0 / shared_by * sizeof(float)));
  }
  const auto run = [&] { kernel<<<grid, block>>>(p.d_c.data(), p.d_a.data(), p.d_b.data(), s); };
  if (!cm::leaves(variant, p.d_c, p.want, run)) return false;
  const cm::Timing timing = cm::time_ms(p.bench.options, run, p.bench.l2);
  if (!cm::leaves(variant, p.d_c, p.want, run)) return false;
  row.timing(timing).value("rate_gflops", 2 * fmas / timing.median_ms / 1e6);
  p.bench.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter05.matmul_tiles", options);
  const cm::Bench bench{report, options};
  std::vector<Shape> shapes = {{2048, 2048, 2048}};
  if (options.quick) shapes = {{1, 1, 1}, {5, 7, 0}, {33, 65, 17}, {130, 131, 41}};
  for (const Shape& shape : shapes) {
    Product p{bench, shape};
    const bool right = measure(p, "direct", multiply_direct, kTile, dim3(kTile, kTile), 1) &&
                       measure(p, "tile", multiply_tile, kTile, dim3(kTile, kTile), kTile) &&
                       measure(p, "registers", multiply_registers, kBig, dim3(kBlock), kBig);
    if (!right) return report.fail();
  }
  return report.finish();
}
