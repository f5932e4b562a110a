// SPDX-License-Identifier: MIT
//
// A product of matrices in plain FP32, from one thread an element to a tile in registers.
//
// Claim:  each rung loads less often for each multiplication.  The last one, which asks for the
//         next tiles before it uses the ones at hand, comes within a fifth of the library.
// Input:  A (m x k) times B (k x n), row major.  Ragged sizes, too.
// Expect: without coalesced columns far behind; a shared tile half as fast again as the naive
//         kernel; a tile in registers about three times that.
// Run:    ctest --preset dev -R '^chapter12\.sgemm_ladder$'
#include <vector>

#include "common/common.cuh"
#include "common/product_bench.cuh"

#if CM_HAVE_CUBLAS
#include <cublas_v2.h>
#endif

/// Where element (row, col) of a row-major matrix with `cols` columns lies.
__host__ __device__ constexpr std::size_t at(int row, int col, int cols) {
  return static_cast<std::size_t>(row) * cols + col;
}

// --- kernels -----------------------------------------------------------------

/// One thread an element.  kAlongRow: neighbouring threads compute neighbours in a row of C.
// [snippet:one-element]
template <bool kAlongRow>
__global__ void one_element(float* c, const float* a, const float* b, int m, int n, int k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = kAlongRow ? y : x;
  const int col = kAlongRow ? x : y;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[at(row, i, k)] * b[at(i, col, n)];
  c[at(row, col, n)] = sum;
}
// [/snippet:one-element]

constexpr int kSide = 32;

/// One thread an element; the block shares what its threads load.
__global__ void shared_tile(float* c, const float* a, const float* b, int m, int n, int k) {
  __shared__ float tile_a[kSide][kSide], tile_b[kSide][kSide];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kSide + y, col = blockIdx.x * kSide + x;
  float sum = 0;
  // [snippet:shared-tile]
  for (int first = 0; first < k; first += kSide) {
    tile_a[y][x] = row < m && first + x < k ? a[at(row, first + x, k)] : 0.0f;
    tile_b[y][x] = first + y < k && col < n ? b[at(first + y, col, n)] : 0.0f;
    __syncthreads();
    for (int i = 0; i < kSide; ++i) sum += tile_a[y][i] * tile_b[i][x];
    __syncthreads();
  }
  // [/snippet:shared-tile]
  if (row < m && col < n) c[at(row, col, n)] = sum;
}

// Tiles of the kernels below: a block computes 128 x 128 elements in steps of 8 along k; a thread
// computes 8 x 8 of them.
constexpr int kTile = 128;
constexpr int kStep = 8;
constexpr int kEach = 8;
constexpr int kAcross = kTile / kEach;  // threads along a side of the block
constexpr int kThreads = kAcross * kAcross;

/// sum[i][j] += a[i] * b[j]: 64 multiplications for 16 values.
// [snippet:outer-product]
__device__ void add_outer_product(float (&sum)[kEach][kEach], const float (&a)[kEach],
                                  const float (&b)[kEach]) {
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
#pragma unroll
    for (int j = 0; j < kEach; ++j) sum[i][j] += a[i] * b[j];
  }
}
// [/snippet:outer-product]

/// A thread computes 8 x 8 elements that lie 16 apart, so that all its shared accesses are free of
/// conflicts; each value is loaded alone.
__global__ void __launch_bounds__(kThreads)
    register_tile(float* c, const float* a, const float* b, int m, int n, int k) {
  __shared__ float tile_a[kTile][kStep], tile_b[kStep][kTile];
  const int t = threadIdx.x, x = t % kAcross, y = t / kAcross;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  float sum[kEach][kEach] = {};
  for (int first = 0; first < k; first += kStep) {
    for (int e = t; e < kTile * kStep; e += kThreads) {
      const int row = e / kStep, i = e % kStep, step = e / kTile, col = e % kTile;
      tile_a[row][i] = row0 + row < m && first + i < k ? a[at(row0 + row, first + i, k)] : 0.0f;
      tile_b[step][col] =
          first + step < k && col0 + col < n ? b[at(first + step, col0 + col, n)] : 0.0f;
    }
    __syncthreads();
    // [snippet:register-tile]
#pragma unroll
    for (int i = 0; i < kStep; ++i) {
      float from_a[kEach], from_b[kEach];
#pragma unroll
      for (int e = 0; e < kEach; ++e) {
        from_a[e] = tile_a[y + e * kAcross][i];
        from_b[e] = tile_b[i][x + e * kAcross];
      }
      add_outer_product(sum, from_a, from_b);
    }
    // [/snippet:register-tile]
    __syncthreads();
  }
  for (int i = 0; i < kEach; ++i) {
    for (int j = 0; j < kEach; ++j) {
      const int row = row0 + y + i * kAcross, col = col0 + x + j * kAcross;
      if (row < m && col < n) c[at(row, col, n)] = sum[i][j];
    }
  }
}

constexpr int kTurnedPitch = kTile + 4;  // the turned stores of a warp go to other banks

/// Where the 16 bytes number `half` of thread x begin, in a row of a tile.
__host__ __device__ constexpr int piece(int x, int half) { return half * kTile / 2 + 4 * x; }

__device__ float4 load4(const float* p, bool there) {
  return there ? *reinterpret_cast<const float4*>(p) : make_float4(0, 0, 0, 0);
}

/// The same with 16 bytes an access: A lies turned in shared memory, so that both operands are read
/// as float4.  kAhead: the next tiles are on their way, into registers, while these are multiplied.
/// n and k are multiples of four.
template <bool kAhead>
__global__ void __launch_bounds__(kThreads, 2)
    vectorised(float* c, const float* a, const float* b, int m, int n, int k) {
  constexpr int kTiles = kAhead ? 2 : 1;
  __shared__ __align__(16) float tile_a[kTiles][kStep][kTurnedPitch];
  __shared__ __align__(16) float tile_b[kTiles][kStep][kTile];
  const int t = threadIdx.x, x = t % kAcross, y = t / kAcross;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
  // What this thread brings: four of a row of A, four of a row of B.
  const int row = t / 2, i4 = t % 2 * 4, step = t / 32, col = t % 32 * 4;
  const bool in_a = row0 + row < m, in_b = col0 + col < n;
  const float* from_a = a + at(row0 + row, i4, k);
  const float* from_b = b + at(step, col0 + col, n);
  float4 next_a, next_b;
  const auto load = [&](int first) {
    next_a = load4(from_a + first, in_a && first + i4 < k);
    next_b = load4(from_b + at(first, 0, n), in_b && first + step < k);
  };
  const auto put = [&](int tile) {
    tile_a[tile][i4 + 0][row] = next_a.x;
    tile_a[tile][i4 + 1][row] = next_a.y;
    tile_a[tile][i4 + 2][row] = next_a.z;
    tile_a[tile][i4 + 3][row] = next_a.w;
    *reinterpret_cast<float4*>(&tile_b[tile][step][col]) = next_b;
  };
  float sum[kEach][kEach] = {};
  const auto multiply = [&](int tile) {
  // [snippet:vector-fragments]
#pragma unroll
    for (int i = 0; i < kStep; ++i) {
      float of_a[kEach], of_b[kEach];
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        *reinterpret_cast<float4*>(of_a + 4 * half) =
            *reinterpret_cast<const float4*>(&tile_a[tile][i][piece(y, half)]);
        *reinterpret_cast<float4*>(of_b + 4 * half) =
            *reinterpret_cast<const float4*>(&tile_b[tile][i][piece(x, half)]);
      }
      add_outer_product(sum, of_a, of_b);
    }
    // [/snippet:vector-fragments]
  };
  // [snippet:ahead]
  if (kAhead) {
    load(0);
    put(0);
    __syncthreads();
    for (int first = 0, tile = 0; first < k; first += kStep, tile ^= 1) {
      load(first + kStep);  // zeros beyond the end
      multiply(tile);
      put(tile ^ 1);  // nobody reads that tile: all have passed the barrier after it was used
      __syncthreads();
    }
  } else {
    for (int first = 0; first < k; first += kStep) {
      load(first);
      put(0);
      __syncthreads();
      multiply(0);
      __syncthreads();
    }
  }
  // [/snippet:ahead]
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    const int to = row0 + piece(y, i / 4) + i % 4;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int first = col0 + piece(x, half);
      const float* s = sum[i] + 4 * half;
      if (to < m && first < n) {
        *reinterpret_cast<float4*>(c + at(to, first, n)) = make_float4(s[0], s[1], s[2], s[3]);
      }
    }
  }
}

// --- the ladder, with what the model of a warp predicts ----------------------

using Kernel = void (*)(float* c, const float* a, const float* b, int m, int n, int k);

/// A kernel, its launch, and what it loads for each multiplication of a thread.
struct Rung {
  const char* variant;
  Kernel kernel;
  dim3 block;
  int width, height;     // elements of C of a block
  double shared_floats;  // from shared memory, for each multiplication
  double wavefronts;     // of one shared load of a warp; 0: has none
};

/// Multiplications of all lanes, with those of elements that lie beyond an edge.
double multiply_adds(const Rung& rung, cm::ProductShape s) {
  const auto up = [](int size, int step) { return (size + step - 1) / step * step; };
  const bool tiled = rung.shared_floats > 0;
  const int step = rung.width == kTile ? kStep : kSide;
  return tiled ? 0.5 * cm::product_flops({up(s.m, rung.height), up(s.n, rung.width), up(s.k, step)})
               : 0.5 * cm::product_flops(s);
}

template <class Index>
double wavefronts(Index&& index) {
  return cm::shared_cost(cm::warp_access(0, 16, index)).wavefronts;
}

std::vector<Rung> ladder(int n, int k) {
  const dim3 square(kSide, kSide), line(kThreads);
  constexpr double kReuse = 2.0 / kEach;  // 16 values for 64 multiplications
  // A warp is two rows of 16 threads.
  const double of_a = wavefronts([](int lane) { return piece(lane / kAcross, 0) / 4; });
  const double of_b = wavefronts([](int lane) { return piece(lane % kAcross, 0) / 4; });
  const double wide = (of_a + of_b) / 2;
  std::vector<Rung> rungs = {
      {"strided", one_element<false>, square, kSide, kSide, 0, 0},
      {"naive", one_element<true>, square, kSide, kSide, 0, 0},
      {"shared_tile", shared_tile, square, kSide, kSide, 2, 0},
      {"register_tile", register_tile, line, kTile, kTile, kReuse, 1},
  };
  // Rows that do not all start on 16 bytes cannot be read as float4.
  if (n % 4 == 0 && k % 4 == 0) {
    rungs.push_back({"vectorised", vectorised<false>, line, kTile, kTile, kReuse, wide});
    rungs.push_back({"double_buffered", vectorised<true>, line, kTile, kTile, kReuse, wide});
  }
  return rungs;
}

// --- check, time in turns, check again ---------------------------------------

constexpr float kEps = 1.1920929e-7f;

bool climb(cm::Report& report, const cm::Options& options, cm::ProductShape shape) {
  const auto [m, n, k] = shape;
  const std::vector<float> a = cm::random_matrix(m, k, 1), b = cm::random_matrix(k, n, 2);
  const cm::ProductCheck right(shape, a, b);
  cm::DeviceBuffer<float> d_a(a), d_b(b), d_c(at(m, 0, n));
  const cm::Tolerance tolerance = cm::product_tolerance(k, kEps);
  std::vector<cm::ProductWay> ways;
  for (const Rung& rung : ladder(n, k)) {
    cm::Row row("sgemm", rung.variant);
    row.predicted("multiply_add_lanes", multiply_adds(rung, shape));
    if (rung.shared_floats > 0) row.predicted("shared_floats_per_fma", rung.shared_floats);
    if (rung.wavefronts > 0) row.predicted("shared_wavefronts_per_load", rung.wavefronts);
    const bool turned = rung.kernel == one_element<false>;
    const int x = turned ? m : n, y = turned ? n : m;
    const dim3 grid((x + rung.width - 1) / rung.width, (y + rung.height - 1) / rung.height);
    ways.push_back({row, rung.variant, tolerance, [&, rung, grid, m = m, n = n, k = k] {
                      rung.kernel<<<grid, rung.block>>>(d_c.data(), d_a.data(), d_b.data(), m, n,
                                                        k);
                    }});
  }
#if CM_HAVE_CUBLAS
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  // The library counts by columns, so it computes the turned product: C^T = B^T A^T.
  const float one = 1.0f, zero = 0.0f;
  if (!options.profile) {
    ways.push_back({cm::Row("sgemm", "cublas"), "cublas", tolerance, [&, m = m, n = n, k = k] {
                      cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b.data(), n,
                                  d_a.data(), k, &zero, d_c.data(), n);
                    }});
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
  cm::require_device();
  cm::Report report("chapter12.sgemm_ladder", options);
#if !CM_HAVE_CUBLAS
  report.skip("cublas", "the program was built without cuBLAS");
#endif
  std::vector<cm::ProductShape> shapes = {{4096, 4096, 4096}};
  if (options.quick) shapes = {{1, 1, 1}, {33, 65, 70}, {132, 260, 20}, {128, 256, 64}};
  for (const cm::ProductShape& shape : shapes) {
    if (!climb(report, options, shape)) return report.fail();
  }
  return report.finish();
}
