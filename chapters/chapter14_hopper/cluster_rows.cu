// SPDX-License-Identifier: MIT
//
// Rows that are needed twice and fit no block's shared memory: read twice, or kept by a cluster.
//
// Claim:  a cluster that holds a row in the shared memories of its blocks reads DRAM once; a block
//         that reads its row again finds it in L2 only while all rows in work fit there.
// Input:  a matrix of words, rows of 128 KiB to 1 MiB; each row's sum is taken from its elements.
// Run:    ctest --preset dev -R '^chapter14\.cluster_rows$'

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"
#include "hopper.cuh"

constexpr int kBlock = 1024;
constexpr int kPiece = 1 << 15;  // words of a row that a block of a cluster keeps: 128 KiB
constexpr int kLoads = 4;
constexpr unsigned kLoadBytes = 16384;  // of one bulk copy

// --- reference ---------------------------------------------------------------

/// Each element times the row's length less the row's sum: what is left adds up to zero.
std::vector<unsigned> centred_cpu(const std::vector<unsigned>& in, std::size_t cols) {
  std::vector<unsigned> out(in.size());
  for (std::size_t first = 0; first < in.size(); first += cols) {
    unsigned sum = 0;
    for (std::size_t i = first; i < first + cols; ++i) sum += in[i];
    for (std::size_t i = first; i < first + cols; ++i) {
      out[i] = in[i] * static_cast<unsigned>(cols) - sum;
    }
  }
  return out;
}

// --- kernels -----------------------------------------------------------------

__device__ unsigned sum_of(uint4 quad) { return quad.x + quad.y + quad.z + quad.w; }

__device__ uint4 centred(uint4 quad, unsigned cols, unsigned sum) {
  return make_uint4(quad.x * cols - sum, quad.y * cols - sum, quad.z * cols - sum,
                    quad.w * cols - sum);
}

/// The sum over the block; `scratch` has a word for each warp.
__device__ unsigned block_sum(unsigned value, unsigned* scratch) {
  value = __reduce_add_sync(~0u, value);
  if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = value;
  __syncthreads();
  return __reduce_add_sync(~0u, scratch[threadIdx.x % 32]);
}

/// A block for each row: reads it for the sum and once more for the result.
__global__ void __launch_bounds__(kBlock) read_twice(unsigned* out, const unsigned* in, int cols) {
  __shared__ unsigned scratch[kBlock / 32];
  const int quads = cols / 4;
  const auto* row =
      reinterpret_cast<const uint4*>(in) + static_cast<std::size_t>(blockIdx.x) * quads;
  auto* to = reinterpret_cast<uint4*>(out) + static_cast<std::size_t>(blockIdx.x) * quads;
  unsigned sum = 0;
#pragma unroll kLoads
  for (int i = threadIdx.x; i < quads; i += kBlock) sum += sum_of(row[i]);
  sum = block_sum(sum, scratch);
#pragma unroll kLoads
  for (int i = threadIdx.x; i < quads; i += kBlock) to[i] = centred(row[i], cols, sum);
}

/// A cluster for each row: each block keeps a piece of it, and they tell each other their sums.
__global__ void __launch_bounds__(kBlock) kept(unsigned* out, const unsigned* in, int cols) {
  extern __shared__ __align__(128) uint4 piece[];
  __shared__ unsigned scratch[kBlock / 32], sums[8];
  __shared__ hopper::Barrier full;
  const unsigned rank = hopper::cluster_rank(), blocks = cols / kPiece;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kPiece;  // rows lie end to end
  if (threadIdx.x == 0) {
    hopper::init(&full, 1);
    hopper::fence_init();
    hopper::arrive_expecting(&full, kPiece * 4);
    for (unsigned at = 0; at < kPiece * 4; at += kLoadBytes) {
      hopper::load(piece + at / 16, in + first + at / 4, kLoadBytes, &full);
    }
  }
  __syncthreads();
  // [snippet:kept]
  hopper::cluster_arrive();  // this block runs: others may write into it
  hopper::wait(&full, 0);
  unsigned sum = 0;
  for (int i = threadIdx.x; i < kPiece / 4; i += kBlock) sum += sum_of(piece[i]);
  sum = block_sum(sum, scratch);
  hopper::cluster_wait();  // and all of them run
  if (threadIdx.x < blocks) *hopper::in_block(&sums[rank], threadIdx.x) = sum;
  hopper::cluster_sync();  // all sums have come, and nobody writes here any more
  sum = 0;
  for (unsigned b = 0; b < blocks; ++b) sum += sums[b];
  auto* to = reinterpret_cast<uint4*>(out + first);
  for (int i = threadIdx.x; i < kPiece / 4; i += kBlock) to[i] = centred(piece[i], cols, sum);
  // [/snippet:kept]
}

// --- check, time, check again ------------------------------------------------

struct Data {
  std::vector<unsigned> in;
  cm::DeviceBuffer<unsigned> d_in{in}, d_out{in.size()};
};

bool measure_all(const cm::Bench& bench, Data& data, int cols, bool clusters) {
  const auto want = centred_cpu(data.in, static_cast<std::size_t>(cols));
  const int rows = static_cast<int>(data.in.size() / cols), blocks = cols / kPiece;
  const auto row_of = [&](const char* variant, int cluster) {
    cm::Row row("rows", variant);
    row.n(data.in.size()).param("row_kib", cols / 256).param("cluster", cluster);
    row.bytes(2.0 * static_cast<double>(data.d_in.bytes()));
    row.predicted("dram_read_bytes", static_cast<double>(data.d_in.bytes()));
    return row;
  };
  const bool ok = cm::add_checked(
      bench, row_of("read_twice", 1), "read_twice", data.d_out, want,
      [&] { read_twice<<<rows, kBlock>>>(data.d_out.data(), data.d_in.data(), cols); });
  if (!ok || !clusters) return ok;
  return cm::add_checked(bench, row_of("kept", blocks), "kept", data.d_out, want, [&] {
    CUDA_CHECK(hopper::launch(kept, blocks, rows * blocks, kBlock, kPiece * 4, data.d_out.data(),
                              data.d_in.data(), cols));
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);
  cm::Report report("chapter14.cluster_rows", options);
  const cm::Bench bench{report, options};
  const std::string missing = hopper::missing();
  if (missing.empty()) {
    CUDA_CHECK(cudaFuncSetAttribute(kept, cudaFuncAttributeMaxDynamicSharedMemorySize, kPiece * 4));
  } else {
    report.skip("kept", missing);
  }
  std::vector<unsigned> in(static_cast<std::size_t>(kPiece) * (options.quick ? 8 : 2112));
  cm::fill_random(in, 14, 0u, ~0u);
  Data data{in};
  bool ok = true;
  for (const int blocks : {1, 2, 4, 8}) {
    ok = ok && measure_all(bench, data, blocks * kPiece, missing.empty());
  }
  return ok ? report.finish() : report.fail();
}
