// SPDX-License-Identifier: MIT
//
// Products on tensor cores through nvcuda::wmma, from 16-bit inputs and with sums in FP32.
//
// Claim:  a tensor core multiplies faster than global memory, and then shared memory, can feed it:
//         each rung brings the operands closer, and none reaches what the library does with them.
// Input:  A (m x k) times B (k x n), row major, FP16 or BF16; C is FP32.  Ragged sizes, too.
// Expect: fragments straight from global memory far behind; shared tiles several times that, and
//         asynchronous copies ahead of them.
// Run:    ctest --preset dev -R '^chapter12\.wmma$'
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <string>
#include <vector>

#include "common/common.cuh"
#include "common/product_bench.cuh"

#if CM_HAVE_CUBLAS
#include <cublas_v2.h>
#endif

namespace wmma = nvcuda::wmma;

/// Where element (row, col) of a row-major matrix with `cols` columns lies.
__host__ __device__ constexpr std::size_t at(int row, int col, int cols) {
  return static_cast<std::size_t>(row) * cols + col;
}

constexpr int kF = 16;  // side of a fragment, which the 32 lanes of a warp hold together

template <class T>
using LeftFragment = wmma::fragment<wmma::matrix_a, kF, kF, kF, T, wmma::row_major>;
template <class T>
using RightFragment = wmma::fragment<wmma::matrix_b, kF, kF, kF, T, wmma::row_major>;
using SumFragment = wmma::fragment<wmma::accumulator, kF, kF, kF, float>;

// --- kernels -----------------------------------------------------------------

constexpr int kWarps = 8;
constexpr int kThreads = 32 * kWarps;

/// One warp for 16 x 16 elements of C, and its operands straight from global memory.  All sides are
/// multiples of 16.
// [snippet:from-global]
template <class T>
__global__ void __launch_bounds__(kThreads)
    from_global(float* c, const T* a, const T* b, int m, int n, int k) {
  const int warp = threadIdx.x / 32;
  const int row = blockIdx.y * kF, col = (blockIdx.x * kWarps + warp) * kF;
  if (col >= n) return;  // the whole warp
  SumFragment sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += kF) {
    LeftFragment<T> left;
    RightFragment<T> right;
    wmma::load_matrix_sync(left, a + at(row, i, k), k);
    wmma::load_matrix_sync(right, b + at(i, col, n), n);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + at(row, col, n), sum, n, wmma::mem_row_major);
}
// [/snippet:from-global]

// A block computes 128 x 128 elements in steps of 32 along k; each of its 2 x 4 warps 64 x 32.
constexpr int kTile = 128;
constexpr int kStep = 32;
constexpr int kWarpRows = 64, kWarpCols = 32;
constexpr int kDown = kWarpRows / kF, kRight = kWarpCols / kF;  // fragments of a warp
// Eight unused elements a row: the rows of a fragment start in different banks.
constexpr int kPitchA = kStep + 8, kPitchB = kTile + 8;
constexpr int kWordsA = kTile * kPitchA, kWordsB = kStep * kPitchB;

/// Copies of 16 bytes that pass through registers, or that do not.
struct ThroughRegisters {
  static constexpr int kStages = 1;
  static __device__ void copy(uint4* to, const uint4* from) { *to = *from; }
};
struct Asynchronous {
  static constexpr int kStages = 3;
  static __device__ void copy(uint4* to, const uint4* from) {
    __pipeline_memcpy_async(to, from, 16);
  }
};

/// Brings `rows` x `cols` elements from (row, col) of a matrix of height x width to `to`; zeros
/// where there are none.  kWide: rows start on 16 bytes.
template <class Copy, bool kWide, int kRows, int kCols, class T>
__device__ void bring(T* to, int pitch, const T* from, int row, int col, int height, int width) {
  constexpr int kEach = kWide ? 8 : 1;
  for (int e = threadIdx.x; e < kRows * kCols / kEach; e += kThreads) {
    const int y = e / (kCols / kEach), x = e % (kCols / kEach) * kEach;
    const bool there = row + y < height && col + x < width;
    T* target = to + y * pitch + x;
    if constexpr (kWide) {
      uint4* wide = reinterpret_cast<uint4*>(target);
      if (there) {
        Copy::copy(wide, reinterpret_cast<const uint4*>(from + at(row + y, col + x, width)));
      } else {
        *wide = make_uint4(0, 0, 0, 0);
      }
    } else {
      *target = there ? from[at(row + y, col + x, width)] : T(0.0f);
    }
  }
}

/// Writes one fragment of C: at once where all of it exists and rows allow it, otherwise through
/// `room`, 16 x 16 floats of this warp, element by element.
__device__ void store(float* c, const SumFragment& sum, float* room, int row, int col, int m,
                      int n) {
  if (row + kF <= m && col + kF <= n && n % 4 == 0) {
    wmma::store_matrix_sync(c + at(row, col, n), sum, n, wmma::mem_row_major);
    return;
  }
  wmma::store_matrix_sync(room, sum, kF, wmma::mem_row_major);
  __syncwarp();
  for (int e = threadIdx.x % 32; e < kF * kF; e += 32) {
    if (row + e / kF < m && col + e % kF < n) c[at(row + e / kF, col + e % kF, n)] = room[e];
  }
  __syncwarp();  // before the next fragment takes the room
}

/// Fragments from tiles in shared memory, with Copy::kStages of them.
template <class Copy, bool kWide, class T>
__global__ void __launch_bounds__(kThreads)
    shared_tiles(float* c, const T* a, const T* b, int m, int n, int k) {
  constexpr int kStages = Copy::kStages;
  extern __shared__ uint4 room[];
  T* const tiles_a = reinterpret_cast<T*>(room);
  T* const tiles_b = tiles_a + kStages * kWordsA;
  const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile, warp = threadIdx.x / 32;
  const int row = warp / 4 * kWarpRows, col = warp % 4 * kWarpCols;
  const int steps = (k + kStep - 1) / kStep;
  const auto ask = [&](int step) {
    if (step < steps) {
      const int stage = step % kStages, first = step * kStep;
      bring<Copy, kWide, kTile, kStep>(tiles_a + stage * kWordsA, kPitchA, a, row0, first, m, k);
      bring<Copy, kWide, kStep, kTile>(tiles_b + stage * kWordsB, kPitchB, b, first, col0, k, n);
    }
    __pipeline_commit();  // an empty group as well: the count of groups tells the step
  };
  SumFragment sum[kDown][kRight];
  for (auto& line : sum) {
    for (auto& fragment : line) wmma::fill_fragment(fragment, 0.0f);
  }
  for (int step = 0; step < kStages - 1; ++step) ask(step);
  for (int step = 0; step < steps; ++step) {
    if (kStages == 1) ask(step);
    __pipeline_wait_prior(kStages == 1 ? 0 : kStages - 2);
    __syncthreads();
    if (kStages > 1) ask(step + kStages - 1);  // into the tile that all have left
    // [snippet:fragments]
    const T* tile_a = tiles_a + step % kStages * kWordsA + row * kPitchA;
    const T* tile_b = tiles_b + step % kStages * kWordsB + col;
#pragma unroll
    for (int i = 0; i < kStep; i += kF) {
      LeftFragment<T> left[kDown];
      RightFragment<T> right[kRight];
      for (int y = 0; y < kDown; ++y) {
        wmma::load_matrix_sync(left[y], tile_a + y * kF * kPitchA + i, kPitchA);
      }
      for (int x = 0; x < kRight; ++x) {
        wmma::load_matrix_sync(right[x], tile_b + i * kPitchB + x * kF, kPitchB);
      }
      for (int y = 0; y < kDown; ++y) {
        for (int x = 0; x < kRight; ++x) wmma::mma_sync(sum[y][x], left[y], right[x], sum[y][x]);
      }
    }
    // [/snippet:fragments]
    if (kStages == 1) __syncthreads();
  }
  __syncthreads();  // the tiles are free: they become the room for ragged fragments
  float* const mine = reinterpret_cast<float*>(room) + warp * kF * kF;
  for (int y = 0; y < kDown; ++y) {
    for (int x = 0; x < kRight; ++x) {
      store(c, sum[y][x], mine, row0 + row + y * kF, col0 + col + x * kF, m, n);
    }
  }
}

// --- launches ----------------------------------------------------------------

template <class T>
struct Launch {
  float* c;
  const T* a;
  const T* b;
  cm::ProductShape shape;

  void global() const {
    const dim3 grid((shape.n + kWarps * kF - 1) / (kWarps * kF), shape.m / kF);
    from_global<<<grid, kThreads>>>(c, a, b, shape.m, shape.n, shape.k);
  }
  template <class Copy>
  void tiles() const {
    // Copies of 16 bytes need rows that start on 16 bytes.
    const bool wide = shape.n % 8 == 0 && shape.k % 8 == 0;
    const auto kernel = wide ? shared_tiles<Copy, true, T> : shared_tiles<Copy, false, T>;
    const int bytes = Copy::kStages * (kWordsA + kWordsB) * static_cast<int>(sizeof(T));
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    const dim3 grid((shape.n + kTile - 1) / kTile, (shape.m + kTile - 1) / kTile);
    kernel<<<grid, kThreads, bytes>>>(c, a, b, shape.m, shape.n, shape.k);
  }
};

// --- check, time in turns, check again ---------------------------------------

template <class T>
struct Type;
template <>
struct Type<__half> {
  static constexpr const char* kName = "fp16";
};
template <>
struct Type<__nv_bfloat16> {
  static constexpr const char* kName = "bf16";
};

/// The same numbers, rounded to T and back: what the kernels really multiply.
template <class T>
std::vector<float> rounded(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

#if CM_HAVE_CUBLAS
template <class T>
void library(cublasHandle_t handle, const Launch<T>& l) {
  constexpr cudaDataType kType = std::is_same_v<T, __half> ? CUDA_R_16F : CUDA_R_16BF;
  const float one = 1.0f, zero = 0.0f;
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, l.shape.n, l.shape.m, l.shape.k, &one, l.b, kType,
               l.shape.n, l.a, kType, l.shape.k, &zero, l.c, CUDA_R_32F, l.shape.n,
               CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
#endif

template <class T>
bool climb(cm::Report& report, const cm::Options& options, cm::ProductShape shape) {
  const auto [m, n, k] = shape;
  const std::vector<float> wide_a = cm::random_matrix(m, k, 1), wide_b = cm::random_matrix(k, n, 2);
  const std::vector<T> a(wide_a.begin(), wide_a.end()), b(wide_b.begin(), wide_b.end());
  const std::vector<float> left = rounded(a), right = rounded(b);
  const cm::ProductCheck check(shape, left, right);
  cm::DeviceBuffer<T> d_a(a), d_b(b);
  cm::DeviceBuffer<float> d_c(at(m, 0, n));
  const Launch<T> launch{d_c.data(), d_a.data(), d_b.data(), shape};
  // A tensor core may cut off what does not fit into its sum, so its rounding is one bit coarser.
  const cm::Tolerance tolerance = cm::product_tolerance(k, 0x1p-22);
  std::vector<cm::ProductWay> ways;
  const auto add = [&](const char* variant, std::function<void()> run) {
    cm::Row row("wmma", variant);
    row.param("type", Type<T>::kName);
    ways.push_back({row, std::string(variant) + " " + Type<T>::kName, tolerance, std::move(run)});
  };
  if (m % kF == 0 && n % kF == 0 && k % kF == 0) add("from_global", [&] { launch.global(); });
  add("shared_tiles", [&] { launch.template tiles<ThroughRegisters>(); });
  // Without 16-byte copies there is nothing to be asynchronous about.
  if (n % 8 == 0 && k % 8 == 0) add("async_copies", [&] { launch.template tiles<Asynchronous>(); });
#if CM_HAVE_CUBLAS
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  if (!options.profile) add("cublas", [&] { library(handle, launch); });
#endif
  const bool ok = cm::measure_products(report, options, shape, check, d_c, ways);
#if CM_HAVE_CUBLAS
  cublasDestroy(handle);
#endif
  return ok;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);  // BF16, and asynchronous copies
  cm::Report report("chapter12.wmma", options);
#if !CM_HAVE_CUBLAS
  report.skip("cublas", "the program was built without cuBLAS");
#endif
  std::vector<cm::ProductShape> shapes = {{4096, 4096, 4096}};
  if (options.quick) shapes = {{1, 1, 1}, {35, 67, 33}, {136, 72, 40}, {144, 160, 64}};
  for (const cm::ProductShape& shape : shapes) {
    if (!climb<__half>(report, options, shape) || !climb<__nv_bfloat16>(report, options, shape)) {
      return report.fail();
    }
  }
  return report.finish();
}
