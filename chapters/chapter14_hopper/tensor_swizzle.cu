// SPDX-License-Identifier: MIT
//
// A transpose whose tile the copy engine brings: as it is, or permuted on the way.
//
// Claim:  a box keeps its shape, so a column of it lies in one bank; the engine's swizzle spreads
//         it over eight banks of four bytes, four lanes in each. Padding, which no box can have,
//         still does better.
// Input:  a matrix of words whose sides are no multiples of the tile.
// Run:    ctest --preset dev -R '^chapter14\.tensor_swizzle$'

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"
#include "hopper.cuh"
#include "tensor_map.cuh"

constexpr int kTile = 32;   // words of 4 bytes: a row of the tile is 128 bytes
constexpr int kHigh = 8;    // threads on top of each other
constexpr int kPiece = 4;   // words in the 16 bytes that a swizzle moves together
constexpr int kPieces = 8;  // of a row

struct Size {
  int cols, rows;
};

// [snippet:swizzle]
/// Where the engine's 128-byte swizzle puts word `col` of row `row` of a box of 32 words.
__host__ __device__ constexpr int swizzled(int row, int col) {
  const int piece = col / kPiece ^ row % kPieces;
  return row * kTile + piece * kPiece + col % kPiece;
}
// [/snippet:swizzle]

/// Lanes that want the fullest bank when a warp reads column 0.
template <class Place>
constexpr int wavefronts(Place place) {
  int wanted[32] = {}, most = 0;
  for (int row = 0; row < kTile; ++row) {
    const int count = ++wanted[place(row, 0) % 32];
    most = count > most ? count : most;
  }
  return most;
}

struct Plain {
  __host__ __device__ constexpr int operator()(int row, int col) const { return row * kTile + col; }
};
struct Padded {
  __host__ __device__ constexpr int operator()(int row, int col) const {
    return row * (kTile + 1) + col;
  }
};
struct Swizzled {
  __host__ __device__ constexpr int operator()(int row, int col) const {
    return swizzled(row, col);
  }
};
static_assert(wavefronts(Plain{}) == 32 && wavefronts(Padded{}) == 1);
static_assert(wavefronts(Swizzled{}) == 4, "32 lanes over eight banks");

// --- reference ---------------------------------------------------------------

std::vector<unsigned> transpose_cpu(const std::vector<unsigned>& in, Size size) {
  std::vector<unsigned> out(in.size());
  for (int row = 0; row < size.rows; ++row) {
    for (int col = 0; col < size.cols; ++col) {
      out[static_cast<std::size_t>(col) * size.rows + row] =
          in[static_cast<std::size_t>(row) * size.cols + col];
    }
  }
  return out;
}

// --- kernels -----------------------------------------------------------------

/// Writes the tile's columns as rows of `out`.
template <class Place>
__device__ void write_columns(unsigned* out, const unsigned* tile, Size size, Place place) {
  const int row = static_cast<int>(blockIdx.y) * kTile + static_cast<int>(threadIdx.x);
#pragma unroll
  for (int c = 0; c < kTile; c += kHigh) {
    const int in_tile = c + static_cast<int>(threadIdx.y);
    const int col = static_cast<int>(blockIdx.x) * kTile + in_tile;
    if (row < size.rows && col < size.cols) {
      out[static_cast<std::size_t>(col) * size.rows + row] = tile[place(threadIdx.x, in_tile)];
    }
  }
}

/// All threads bring the tile, into padded rows.
__global__ void by_threads(unsigned* out, const unsigned* in, Size size) {
  __shared__ unsigned tile[kTile * (kTile + 1)];
  const Padded place;
  const int col = static_cast<int>(blockIdx.x) * kTile + static_cast<int>(threadIdx.x);
#pragma unroll
  for (int r = 0; r < kTile; r += kHigh) {
    const int in_tile = r + static_cast<int>(threadIdx.y);
    const int row = static_cast<int>(blockIdx.y) * kTile + in_tile;
    if (row < size.rows && col < size.cols) {
      tile[place(in_tile, threadIdx.x)] = in[static_cast<std::size_t>(row) * size.cols + col];
    }
  }
  __syncthreads();
  write_columns(out, tile, size, place);
}

#if HAVE_TENSOR_MAP
// [snippet:by-box]
/// One thread asks the copy engine for the tile.
template <class Place>
__global__ void by_box(unsigned* out, const __grid_constant__ CUtensorMap map, Size size) {
  __shared__ __align__(1024) unsigned tile[kTile * kTile];  // the swizzle's pattern starts there
  __shared__ hopper::Barrier full;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    hopper::init(&full, 1);
    hopper::fence_init();
    hopper::arrive_expecting(&full, sizeof tile);
    hopper::load_box(tile, &map, static_cast<int>(blockIdx.x) * kTile,
                     static_cast<int>(blockIdx.y) * kTile, &full);
  }
  __syncthreads();
  hopper::wait(&full, 0);
  write_columns(out, tile, size, Place{});
}
// [/snippet:by-box]
#endif

// --- check, time, check again ------------------------------------------------

struct Data {
  Size size;
  std::vector<unsigned> in, want = transpose_cpu(in, size);
  cm::DeviceBuffer<unsigned> d_in{in}, d_out{in.size()};
  dim3 grid() const {
    return {static_cast<unsigned>((size.cols + kTile - 1) / kTile),
            static_cast<unsigned>((size.rows + kTile - 1) / kTile)};
  }
};

template <class Launch>
bool measure(const cm::Bench& bench, const char* variant, Data& data, int wavefronts_expected,
             Launch&& launch) {
  cm::Row row("transpose", variant);
  row.n(data.in.size()).param("cols", data.size.cols);
  row.bytes(2.0 * static_cast<double>(data.d_in.bytes()));
  row.predicted("wavefronts_per_request", wavefronts_expected);
  return cm::add_checked(bench, row, variant, data.d_out, data.want, launch);
}

template <class Place>
bool measure_box(const cm::Bench& bench, const char* variant, Data& data) {
#if HAVE_TENSOR_MAP
  const CUtensorMap map = tensor_map(
      data.d_in.data(), data.size.cols, data.size.rows, kTile, kTile,
      std::is_same_v<Place, Swizzled> ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE);
  return measure(bench, variant, data, wavefronts(Place{}), [&] {
    by_box<Place><<<data.grid(), dim3(kTile, kHigh)>>>(data.d_out.data(), map, data.size);
  });
#else
  (void)bench, (void)variant, (void)data;
  return true;
#endif
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter14.tensor_swizzle", options);
  const cm::Bench bench{report, options};
  const std::string missing = hopper::missing();
  if (!missing.empty()) {
    report.skip("box", missing);
    report.skip("box_swizzled", missing);
  }
  const std::vector<Size> sizes =
      options.quick ? std::vector<Size>{{4, 1}, {132, 35}} : std::vector<Size>{{8188, 8191}};
  for (const Size size : sizes) {
    std::vector<unsigned> in(static_cast<std::size_t>(size.cols) * size.rows);
    cm::fill_random(in, 14, 0u, ~0u);
    Data data{size, in};
    const auto by_threads_run = [&] {
      by_threads<<<data.grid(), dim3(kTile, kHigh)>>>(data.d_out.data(), data.d_in.data(), size);
    };
    bool ok = measure(bench, "threads_padded", data, wavefronts(Padded{}), by_threads_run);
    if (missing.empty()) {
      ok = ok && measure_box<Plain>(bench, "box", data) &&
           measure_box<Swizzled>(bench, "box_swizzled", data);
    }
    if (!ok) return report.fail();
  }
  return report.finish();
}
