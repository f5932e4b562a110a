// SPDX-License-Identifier: MIT
//
// How many blocks an SM holds: five lines of arithmetic beside the runtime's answer.
//
// Claim:  threads, blocks, registers and shared memory each allow a number of blocks; the least
//         of them is what the runtime says, for every kernel, block size and shared memory.
// Input:  kernels that keep 8 to 160 values alive in each thread; blocks of 32 to 1024 threads;
//         0 to 160 KiB of dynamic shared memory.  n threads, no multiple of the block.
// Expect: 33 registers cost as much as 40; blocks of one warp stop at half of the warps.
// Run:    ctest --preset dev -R '^chapter07\.occupancy_limits$'
#include <algorithm>
#include <vector>

#include "common/common.cuh"
#include "common/occupancy.cuh"

// --- reference ---------------------------------------------------------------

/// out[i] = the sum of in[i], in[i + n], ..., `terms` of them, added in this order.
std::vector<float> column_sums_cpu(const std::vector<float>& in, std::size_t n, int terms) {
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (int t = 0; t < terms; ++t) out[i] += in[i + t * n];
  }
  return out;
}

// --- kernel ------------------------------------------------------------------

/// Sums kLive numbers, all but the first of which it holds in registers at once: no load can move
/// below the barrier, since others might write to `in` there, and no addition above it, since the
/// first number is read after it.
template <int kLive>
__global__ void column_sums(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  float value[kLive];
#pragma unroll
  for (int t = 1; t < kLive; ++t) value[t] = i < n ? in[i + t * n] : 0.0f;
  __syncthreads();
  if (i >= n) return;
  float sum = in[i];
#pragma unroll
  for (int t = 1; t < kLive; ++t) sum += value[t];
  out[i] = sum;
}

// --- check against the runtime, then run -------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  cm::SmLimits sm = cm::sm_limits();
};

/// Blocks of the kernel that are resident on an SM at once, by the runtime.
int blocks_by_runtime(const void* kernel, int threads, int shared_bytes) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes));
  return blocks;
}

/// `carveout` is the share of the SM's memory that the driver is asked to make shared memory: all
/// that can be, as the arithmetic has it, or cudaSharedmemCarveoutDefault, its own choice.
template <int kLive>
bool measure(const Bench& b, int threads, int shared_kib,
             cudaSharedCarveout carveout = cudaSharedmemCarveoutMaxShared) {
  const void* kernel = reinterpret_cast<const void*>(column_sums<kLive>);
  const int shared_bytes = shared_kib * 1024;
  CUDA_CHECK(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  CUDA_CHECK(
      cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, carveout));
  const cm::BlockNeeds needs = cm::block_needs(kernel, threads, shared_bytes);
  const cm::Residency fit = cm::residency(b.sm, needs);
  const int blocks = blocks_by_runtime(kernel, threads, shared_bytes);
  if (!cm::check_close("blocks_per_sm", std::vector<int>{blocks}, {fit.blocks()})) return false;

  const std::size_t n = static_cast<std::size_t>(b.options.quick ? 3 : 4 * b.sm.blocks) * 1024 + 7;
  std::vector<float> in(n * kLive);
  cm::fill_random(in, 7, 0.0f, 1.0f);
  const cm::DeviceBuffer<float> d_in(in);
  cm::DeviceBuffer<float> d_out(n);
  const auto run = [&] {
    const auto grid = static_cast<unsigned>((n + threads - 1) / threads);
    column_sums<kLive><<<grid, threads, shared_bytes>>>(d_out.data(), d_in.data(), n);
  };
  const auto passes = [&] {
    d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close("column_sums", d_out.to_host(), column_sums_cpu(in, n, kLive));
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;

  cm::Row row("column_sums", fit.limit());
  row.n(n).param("live", kLive).param("block", threads).param("shared_kib", shared_kib);
  const bool all_shared = carveout == cudaSharedmemCarveoutMaxShared;
  row.param("carveout", all_shared ? "all" : "default");
  row.timing(timing).value("registers", cm::registers_of(kernel)).value("blocks_per_sm", blocks);
  row.predicted("by_threads", fit.by_threads).predicted("by_blocks", fit.by_blocks);
  row.predicted("by_registers", fit.by_registers);
  if (all_shared) row.predicted("by_shared", fit.by_shared);  // nobody knows the driver's choice
  b.report.add(row.value("occupancy_percent", cm::occupancy_percent(b.sm, needs)));
  return true;
}

/// The runtime and the arithmetic agree for every block size and every amount of shared memory.
template <int kLive>
bool agrees_everywhere(const cm::SmLimits& sm) {
  const void* kernel = reinterpret_cast<const void*>(column_sums<kLive>);
  const int most = cm::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  std::vector<int> got;
  std::vector<int> want;
  for (int threads = 1; threads <= 1024; threads += threads < 64 ? 1 : 31) {
    for (int shared_bytes = 0; shared_bytes <= most; shared_bytes += 1000) {
      const cm::BlockNeeds needs = cm::block_needs(kernel, threads, shared_bytes);
      got.push_back(blocks_by_runtime(kernel, threads, shared_bytes));
      want.push_back(cm::residency(sm, needs).blocks());
    }
  }
  return cm::check_close("blocks_per_sm", got, want);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter07.occupancy_limits", options);
  const Bench b{report, options};
  bool ok = agrees_everywhere<8>(b.sm) && agrees_everywhere<64>(b.sm);
  for (const int threads : {32, 64, 128, 256, 512, 1024}) ok = ok && measure<8>(b, threads, 0);
  for (const int shared_kib : {8, 16, 32, 64}) ok = ok && measure<8>(b, 256, shared_kib);
  ok = ok && measure<24>(b, 256, 0) && measure<32>(b, 256, 0) && measure<64>(b, 256, 0) &&
       measure<96>(b, 256, 0) && measure<160>(b, 256, 0);
  for (const int threads : {32, 256, 1024}) {
    ok = ok && measure<8>(b, threads, 0, cudaSharedmemCarveoutDefault);
  }
  return ok ? report.finish() : report.fail();
}
