// SPDX-License-Identifier: MIT
//
// Products on Hopper's tensor cores, which fetch their operands from shared memory themselves and
// work while the program goes on; a copy engine brings the tiles.
//
// Claim:  nearly the speed of the library, once no instruction of a multiplying warp moves data and
//         no tile is waited for.  It needs sm_90a, so it is longer than the others.
// Input:  A (m x k) times B (k x n), row major, FP16 or BF16, as is C; sums are FP32.  Sides need
//         not be multiples of a tile, but rows must start on 16 bytes.
// Expect: a ring of four far ahead of one of two; results that leave through shared memory, and
//         tiles sent to two blocks, a bit faster, level with cublas.  Ragged sides well behind it.
// Run:    ctest --preset dev -R '^chapter12\.hopper_gemm$'
#include <algorithm>
#include <string>
#include <vector>

#include "common/common.cuh"
#include "common/product_bench.cuh"

#ifdef CM_VIRTUAL_GPU

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::Report report("chapter12.hopper_gemm", options);
  report.skip("wgmma", "the virtual GPU has no warpgroups and no copy engine");
  return report.finish();
}

#else

#include "wgmma.cuh"

#if CM_HAVE_CUBLAS
#include <cublas_v2.h>
#endif

// --- tiles ---------------------------------------------------------------------

// A block computes 128 x 256 elements in steps of 64 along k, 128 bytes of a row.
constexpr int kM = 128, kN = 256, kK = 64;
constexpr int kBox = 64;                    // boxes of 64 x 64 elements, but for A's
constexpr int kBoxBytes = kBox * kBox * 2;  // of 16 bits
constexpr int kBytesA = kM * kK * 2, kBytesB = kK * kN * 2;
constexpr int kStageBytes = kBytesA + kBytesB;
constexpr int kHalfBoxes = 2;  // boxes of C that a warpgroup stages at a time
constexpr int kMaxSharedBytes = 227 * 1024;

// One warpgroup, of which one thread works, asks for tiles; two multiply, 64 rows each.
constexpr int kMultiplying = 2;
constexpr int kThreads = 128 * (1 + kMultiplying);

/// What the steps of the ladder differ in.
template <class Element, int kStagesOf, int kBlocksOf, bool kStagedOf, bool kFencedOf = false>
struct Config {
  using T = Element;
  static constexpr int kStages = kStagesOf;   // tiles in the ring
  static constexpr int kBlocks = kBlocksOf;   // of a cluster, which share the tiles of B
  static constexpr bool kStaged = kStagedOf;  // C leaves through shared memory and the copy engine
  static constexpr bool kFenced = kFencedOf;  // arrivals that order memory for all of the cluster
  static constexpr int kOutBytes = kStaged ? kMultiplying * kHalfBoxes * kBoxBytes : 0;
  static constexpr int kSharedBytes =
      1024 + kStages * kStageBytes + kOutBytes + 2 * kStages * static_cast<int>(sizeof(uint64_t));
  static_assert(kSharedBytes <= kMaxSharedBytes, "fewer stages");
};

/// Where a cluster's tiles lie: row in units of kBlocks tiles.
struct Place {
  int row, col;
};

// [snippet:tile-order]
constexpr int kGroup = 8;

/// Tile number `id` in groups of kGroup rows, each by columns: tiles that are computed at the same
/// time share rows of A and columns of B, which L2 then holds.
__device__ Place place_of(int id, int rows, int cols) {
  const int group = id / (kGroup * cols), first = group * kGroup;
  const int high = min(kGroup, rows - first), in_group = id - group * kGroup * cols;
  return {first + in_group % high, in_group / high};
}
// [/snippet:tile-order]

/// The ring of tiles in shared memory, and for each a barrier that says that it is full and one
/// that says that it is empty.  All of it at the same addresses in each block of a cluster.
template <class C>
struct Ring {
  uint32_t base;       // of the tiles, a multiple of 1024 bytes as the swizzle wants it
  uint32_t stage = 0;  // the next one
  uint32_t round = 0;  // parity of how often the ring was passed

  __device__ uint32_t tile_a() const { return base + stage * kStageBytes; }
  __device__ uint32_t tile_b() const { return tile_a() + kBytesA; }
  __device__ uint32_t out() const { return base + C::kStages * kStageBytes; }
  __device__ uint32_t full(uint32_t s) const { return out() + C::kOutBytes + 8 * s; }
  __device__ uint32_t empty(uint32_t s) const { return full(C::kStages + s); }
  __device__ void next() {
    if (++stage == C::kStages) {
      stage = 0;
      round ^= 1;
    }
  }
};

// --- kernel --------------------------------------------------------------------

/// Asks for the tiles of one step: A's of this block, and B's, of which each block of a cluster
/// brings its part to all.
// [snippet:ask]
template <class C>
__device__ void ask(const Ring<C>& ring, const CUtensorMap* map_a, const CUtensorMap* map_b,
                    int rank, int row, int col, int i) {
  const uint32_t full = ring.full(ring.stage);
  ptx::arrive_expecting(full, kStageBytes);
  ptx::load_box(ring.tile_a(), map_a, full, i, row);
  constexpr int kBoxes = kN / kBox / C::kBlocks;
#pragma unroll
  for (int box = rank * kBoxes; box < (rank + 1) * kBoxes; ++box) {
    const uint32_t to = ring.tile_b() + box * kBoxBytes;
    if (C::kBlocks == 1) {
      ptx::load_box(to, map_b, full, col + box * kBox, i);
    } else {
      ptx::load_box_to(to, map_b, full, col + box * kBox, i, (1 << C::kBlocks) - 1);
    }
  }
}
// [/snippet:ask]

/// Starts the products of one step: 64 x 64 elements of A times 64 x 256 of B.
// [snippet:products]
template <class T>
__device__ void start_products(float (&sum)[128], uint32_t tile_a, uint32_t tile_b, bool first) {
  ptx::fence_products();
#pragma unroll
  for (int i = 0; i < kK / 16; ++i) {
    // 16 of k are 32 bytes of a row of A, and 16 rows of 128 bytes of B.
    const uint64_t a = ptx::operand(tile_a + 32 * i, 16, 1024);
    const uint64_t b = ptx::operand(tile_b + 16 * 128 * i, kBoxBytes, 1024);
    ptx::multiply<T>(sum, a, b, !(first && i == 0));
  }
  ptx::commit_products();
}
// [/snippet:products]

/// Writes the 64 x 256 sums of a warpgroup to C, 4 bytes at a time.
template <class T>
__device__ void store_directly(T* c, const float (&sum)[128], int row0, int col0, int m, int n) {
  const int lane = threadIdx.x % 32, row = row0 + threadIdx.x % 128 / 32 * 16 + lane / 4;
#pragma unroll
  for (int j = 0; j < kN / 8; ++j) {
    const int col = col0 + 8 * j + lane % 4 * 2;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      if (row + 8 * half < m && col < n) {
        *reinterpret_cast<uint32_t*>(c + static_cast<std::size_t>(row + 8 * half) * n + col) =
            ptx::pack<T>(sum[4 * j + 2 * half], sum[4 * j + 2 * half + 1]);
      }
    }
  }
}

/// The same through `room` in shared memory, half at a time.  The copy engine takes it from there
/// and leaves out what lies beyond the edges.
// [snippet:staged]
template <class T>
__device__ void store_staged(const CUtensorMap* map_c, const float (&sum)[128], uint32_t room,
                             int row0, int col0, int warpgroup) {
  const int lane = threadIdx.x % 32, row = threadIdx.x % 128 / 32 * 16 + lane % 16;
  const bool leader = threadIdx.x % 128 == 0;
#pragma unroll
  for (int first = 0; first < kN / kBox; first += kHalfBoxes) {
    if (leader) ptx::wait_until_read();
    ptx::sync_warpgroup(1 + warpgroup);
#pragma unroll
    for (int j = 0; j < 8 * kHalfBoxes; j += 2) {
      const int piece = j + lane / 16;  // of 16 bytes, eight in a row of a box
      const float* s = sum + 4 * (8 * first + j);
      ptx::store_matrices(room + piece / 8 * kBoxBytes + row * 128 + (piece % 8 ^ row % 8) * 16,
                          ptx::pack<T>(s[0], s[1]), ptx::pack<T>(s[2], s[3]),
                          ptx::pack<T>(s[4], s[5]), ptx::pack<T>(s[6], s[7]));
    }
    ptx::show_to_engine();
    ptx::sync_warpgroup(1 + warpgroup);
    if (leader) {
      for (int box = 0; box < kHalfBoxes; ++box) {
        ptx::store_box(map_c, room + box * kBoxBytes, col0 + (first + box) * kBox, row0);
      }
      ptx::commit_stores();
    }
  }
}
// [/snippet:staged]

/// As many blocks as there are multiprocessors pass over all tiles of C.
template <class C>
__global__ void __launch_bounds__(kThreads, 1)
    multiply(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
             const __grid_constant__ CUtensorMap map_c, typename C::T* c, int m, int n, int k) {
  extern __shared__ unsigned char shared[];
  Ring<C> ring{(ptx::shared_address(shared) + 1023) & ~1023u};
  const int rank = C::kBlocks == 1 ? 0 : ptx::cluster_rank();
  if (threadIdx.x == 0) {
    for (int s = 0; s < C::kStages; ++s) {
      ptx::init(ring.full(s), 1);
      ptx::init(ring.empty(s), 4 * kMultiplying * C::kBlocks);  // each multiplying warp
    }
    ptx::fence_init();
  }
  C::kBlocks == 1 ? __syncthreads() : ptx::cluster_sync();
  const int rows = (m + kM * C::kBlocks - 1) / (kM * C::kBlocks), cols = (n + kN - 1) / kN;
  const int first = blockIdx.x / C::kBlocks, step = gridDim.x / C::kBlocks;
  const int warpgroup = threadIdx.x / 128;
  if (warpgroup == kMultiplying) {
    ptx::give_registers<40>();
    if (threadIdx.x % 128 == 0) {
      // [snippet:asking]
      for (int id = first; id < rows * cols; id += step) {
        const Place place = place_of(id, rows, cols);
        const int row = (place.row * C::kBlocks + rank) * kM, col = place.col * kN;
        for (int i = 0; i < k; i += kK, ring.next()) {
          ptx::wait(ring.empty(ring.stage), ring.round ^ 1);  // in the first round it is
          ask(ring, &map_a, &map_b, rank, row, col, i);
        }
      }
      // [/snippet:asking]
    }
  } else {
    ptx::take_registers<232>();
    const int lane = threadIdx.x % 32;
    float sum[128];
    // [snippet:multiplying]
    for (int id = first; id < rows * cols; id += step) {
      uint32_t before = 0;
      // One lane of each warp tells each block of the cluster that it no longer needs a tile.
      const auto release = [&] {
        if (lane < C::kBlocks) ptx::arrive_at<C::kFenced>(ring.empty(before), lane);
      };
      for (int i = 0; i < k; i += kK, ring.next()) {
        ptx::wait(ring.full(ring.stage), ring.round);
        const uint32_t tile_a = ring.tile_a() + warpgroup * kBoxBytes;
        start_products<typename C::T>(sum, tile_a, ring.tile_b(), i == 0);
        if (i > 0) {
          ptx::wait_products<1>();  // those of the step before
          release();
        }
        before = ring.stage;
      }
      ptx::wait_products<0>();
      release();
      // [/snippet:multiplying]
      const Place place = place_of(id, rows, cols);
      const int row = (place.row * C::kBlocks + rank) * kM + warpgroup * kBox;
      if constexpr (C::kStaged) {
        const uint32_t room = ring.out() + warpgroup * kHalfBoxes * kBoxBytes;
        store_staged<typename C::T>(&map_c, sum, room, row, place.col * kN, warpgroup);
      } else {
        store_directly(c, sum, row, place.col * kN, m, n);
      }
    }
    if (C::kStaged && threadIdx.x % 128 == 0) ptx::wait_until_stored();
  }
  // A block must not end while another one may still send it a tile or an arrival.
  if (C::kBlocks > 1) ptx::cluster_sync();
}

// --- launches ------------------------------------------------------------------

template <class T>
struct Type;
template <>
struct Type<__half> {
  static constexpr const char* kName = "fp16";
  static constexpr auto kTensor = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  static constexpr auto kLibrary = CUDA_R_16F;
  static constexpr double kUnit = 0x1p-11;
};
template <>
struct Type<__nv_bfloat16> {
  static constexpr const char* kName = "bf16";
  static constexpr auto kTensor = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  static constexpr auto kLibrary = CUDA_R_16BF;
  static constexpr double kUnit = 0x1p-8;
};

/// The driver's function, by name, so that the program does not link with the driver.
decltype(&cuTensorMapEncodeTiled) encoder() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                              cudaEnableDefault, &found));
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
}

/// A row-major matrix in boxes of box_rows x 64.
template <class T>
CUtensorMap tensor_map(T* matrix, int rows, int cols, int box_rows) {
  CUtensorMap map;
  const cuuint64_t size[] = {static_cast<cuuint64_t>(cols), static_cast<cuuint64_t>(rows)};
  const cuuint64_t row_bytes[] = {size[0] * sizeof(T)};
  const cuuint32_t box[] = {kBox, static_cast<cuuint32_t>(box_rows)}, every_element[] = {1, 1};
  const CUresult result =
      encoder()(&map, Type<T>::kTensor, 2, matrix, size, row_bytes, box, every_element,
                CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    std::fprintf(stderr, "cuTensorMapEncodeTiled refuses the matrix: CUresult %d\n", result);
    std::exit(EXIT_FAILURE);
  }
  return map;
}

template <class T>
struct Matrices {
  cm::ProductShape shape;
  cm::DeviceBuffer<T> a, b, c;
  CUtensorMap map_a = tensor_map(a.data(), shape.m, shape.k, kM);
  CUtensorMap map_b = tensor_map(b.data(), shape.k, shape.n, kK);
  CUtensorMap map_c = tensor_map(c.data(), shape.m, shape.n, kBox);
};

template <class C>
void launch(Matrices<typename C::T>& of) {
  const auto kernel = multiply<C>;
  CUDA_CHECK(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, C::kSharedBytes));
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {C::kBlocks, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = C::kBlocks;
  config.blockDim = kThreads;
  config.dynamicSmemBytes = C::kSharedBytes;
  config.attrs = &cluster;
  config.numAttrs = 1;
  int clusters = 0;  // that fit on the GPU at the same time
  CUDA_CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
  config.gridDim = static_cast<unsigned>(C::kBlocks * clusters);
  CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, of.map_a, of.map_b, of.map_c, of.c.data(),
                                of.shape.m, of.shape.n, of.shape.k));
}

// --- check, time in turns, check again -----------------------------------------

#if CM_HAVE_CUBLAS
template <class T>
void library(cublasHandle_t handle, Matrices<T>& of) {
  const float one = 1.0f, zero = 0.0f;
  const auto [m, n, k] = of.shape;
  constexpr auto kType = Type<T>::kLibrary;
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, of.b.data(), kType, n, of.a.data(),
               kType, k, &zero, of.c.data(), kType, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
#endif

template <class T>
bool climb(cm::Report& report, const cm::Options& options, cm::ProductShape shape) {
  const std::vector<float> wide_a = cm::random_matrix(shape.m, shape.k, 1);
  const std::vector<float> wide_b = cm::random_matrix(shape.k, shape.n, 2);
  const std::vector<T> a(wide_a.begin(), wide_a.end()), b(wide_b.begin(), wide_b.end());
  const std::vector<float> left(a.begin(), a.end()), other(b.begin(), b.end());
  const cm::ProductCheck right(shape, left, other);
  Matrices<T> of{shape, cm::DeviceBuffer<T>(a), cm::DeviceBuffer<T>(b),
                 cm::DeviceBuffer<T>(static_cast<std::size_t>(shape.m) * shape.n)};
  cm::Tolerance tolerance = cm::product_tolerance(shape.k, 0x1p-22);
  tolerance.rel = Type<T>::kUnit;  // C is rounded to T
  std::vector<cm::ProductWay> ways;
  const auto add = [&](const char* variant, std::function<void()> run) {
    cm::Row row("hopper", variant);
    row.param("type", Type<T>::kName);
    ways.push_back({row, std::string(variant) + " " + Type<T>::kName, tolerance, std::move(run)});
  };
  add("ring_of_two", [&] { launch<Config<T, 2, 1, false>>(of); });
  add("ring_of_four", [&] { launch<Config<T, 4, 1, false>>(of); });
  add("staged_stores", [&] { launch<Config<T, 4, 1, true>>(of); });
  add("multicast", [&] { launch<Config<T, 4, 2, true>>(of); });
  add("multicast_fenced", [&] { launch<Config<T, 4, 2, true, true>>(of); });
#if CM_HAVE_CUBLAS
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  if (!options.profile) add("cublas", [&] { library(handle, of); });
#endif
  const bool ok = cm::measure_products(report, options, shape, right, of.c, ways);
#if CM_HAVE_CUBLAS
  cublasDestroy(handle);
#endif
  return ok;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter12.hopper_gemm", options);
  if (cm::sm_version() != 90) {
    report.skip("wgmma", "needs a GPU of sm_90: older ones lack the instructions, newer ones too");
    return report.finish();
  }
#if !CM_HAVE_CUBLAS
  report.skip("cublas", "the program was built without cuBLAS");
#endif
  std::vector<cm::ProductShape> shapes = {
      {4096, 4096, 4096}, {8192, 8192, 8192}, {4090, 4104, 4072}};
  if (options.profile) shapes = {{8192, 8192, 8192}};
  if (options.quick) shapes = {{1, 8, 8}, {128, 256, 64}, {1000, 1096, 520}, {70, 264, 72}};
  for (const cm::ProductShape& shape : shapes) {
    if (!climb<__half>(report, options, shape) || !climb<__nv_bfloat16>(report, options, shape)) {
      return report.fail();
    }
  }
  return report.finish();
}

#endif
