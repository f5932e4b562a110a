// SPDX-License-Identifier: MIT
//
// One slow kernel, mended three times; each time a counter says what to mend.
//
// Claim:  a kernel far below the memory's speed tells why.  Few warps: too little parallel work.
//         Many sectors in a request: addresses.  Neither, and DRAM still not busy: too few bytes
//         in flight.  DRAM near its peak: done.
// Input:  a matrix of float, row-major; wanted is the sum of each row.
// Expect: each variant mends what the counters of the one before show, and the last one meets DRAM.
// Run:    ctest --preset dev -R '^chapter11\.profile_walk$'
#include <limits>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kAllLanes = 0xFFFFFFFFu;
constexpr unsigned kBlock = 256;

/// A row-major matrix of float.
struct Matrix {
  const float* data;
  unsigned rows, columns;
};

// --- kernels -----------------------------------------------------------------

// [snippet:few-blocks]
/// A thread for each row, and only `gridDim.x` blocks for all of them.
__global__ void few_blocks(float* sums, Matrix in) {
  const unsigned threads = gridDim.x * kBlock;
  for (unsigned row = blockIdx.x * kBlock + threadIdx.x; row < in.rows; row += threads) {
    const float* from = in.data + static_cast<std::size_t>(row) * in.columns;
    float sum = 0.0f;
    for (unsigned column = 0; column < in.columns; ++column) sum += from[column];
    sums[row] = sum;
  }
}
// [/snippet:few-blocks]

__device__ float warp_sum(float sum) {
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(kAllLanes, sum, offset);
  return sum;
}

// [snippet:warp-rows]
/// A warp for each row, whose lanes read neighbouring columns.
__global__ void warp_rows(float* sums, Matrix in) {
  const unsigned row = (blockIdx.x * kBlock + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (row >= in.rows) return;
  const float* from = in.data + static_cast<std::size_t>(row) * in.columns;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned column = lane; column < in.columns; column += 32) sum += from[column];
  sum = warp_sum(sum);
  if (lane == 0) sums[row] = sum;
}
// [/snippet:warp-rows]

// [snippet:warp-vectors]
/// The same with 16 bytes in a load and four loads on the way.  512 must divide the columns.
__global__ void warp_vectors(float* sums, Matrix in) {
  constexpr unsigned kLoads = 4;
  const unsigned row = (blockIdx.x * kBlock + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (row >= in.rows) return;
  const auto* from =
      reinterpret_cast<const float4*>(in.data + static_cast<std::size_t>(row) * in.columns);
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned first = lane; first < in.columns / 4; first += 32 * kLoads) {
    float4 four[kLoads];
#pragma unroll
    for (unsigned k = 0; k < kLoads; ++k) four[k] = from[first + 32 * k];
#pragma unroll
    for (unsigned k = 0; k < kLoads; ++k) sum += four[k].x + four[k].y + four[k].z + four[k].w;
  }
  sum = warp_sum(sum);
  if (lane == 0) sums[row] = sum;
}
// [/snippet:warp-vectors]

// --- reference ---------------------------------------------------------------

std::vector<float> row_sums_cpu(const std::vector<float>& in, unsigned rows, unsigned columns) {
  std::vector<float> sums;
  for (unsigned r = 0; r < rows; ++r) {
    double sum = 0.0;
    for (unsigned c = 0; c < columns; ++c) sum += in[static_cast<std::size_t>(r) * columns + c];
    sums.push_back(static_cast<float>(sum));
  }
  return sums;
}

// --- check, time, check again ------------------------------------------------

struct Case {
  std::vector<float> in;
  unsigned rows, columns;
  cm::DeviceBuffer<float> d_in{in}, d_sums{rows};
  std::vector<float> want = row_sums_cpu(in, rows, columns);
};

/// Sectors of a request in which lanes are `words` floats apart, each reading `bytes` bytes.
double sectors(int words, int bytes) {
  return cm::global_cost(cm::warp_access(0, bytes, [=](int lane) { return lane * words; })).sectors;
}

bool measure(const cm::Bench& bench, Case& c, const char* variant, void (*kernel)(float*, Matrix),
             unsigned blocks, double sectors_per_request) {
  const Matrix matrix{c.d_in.data(), c.rows, c.columns};
  cm::Row row("row_sums", variant);
  row.n(c.in.size()).param("rows", c.rows).bytes(static_cast<double>(c.d_in.bytes()));
  row.predicted("load_sectors_per_request", sectors_per_request);
  const auto rounding = std::numeric_limits<float>::epsilon();
  return cm::add_checked(
      bench, row, variant, c.d_sums, c.want,
      [&] { kernel<<<blocks, kBlock>>>(c.d_sums.data(), matrix); },
      cm::sum_tolerance(c.columns, rounding, c.columns));
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter11.profile_walk", options);
  const cm::Bench bench{report, options};
  const unsigned rows = options.quick ? 71 : 1u << 17, columns = options.quick ? 512 : 2048;
  std::vector<float> in(static_cast<std::size_t>(rows) * columns);
  cm::fill_random(in, 15, 0.0f, 1.0f);
  Case c{std::move(in), rows, columns};
  const unsigned blocks_of_threads = (rows + kBlock - 1) / kBlock;
  const unsigned blocks_of_warps = (rows + kBlock / 32 - 1) / (kBlock / 32);
  const unsigned few = options.quick ? 1 : 32;
  const bool ok =
      measure(bench, c, "few_blocks", few_blocks, few, sectors(columns, 4)) &&
      measure(bench, c, "thread_rows", few_blocks, blocks_of_threads, sectors(columns, 4)) &&
      measure(bench, c, "warp_rows", warp_rows, blocks_of_warps, sectors(1, 4)) &&
      measure(bench, c, "warp_vectors", warp_vectors, blocks_of_warps, sectors(1, 16));
  return ok ? report.finish() : report.fail();
}
