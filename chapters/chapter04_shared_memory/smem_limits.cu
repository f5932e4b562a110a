// SPDX-License-Identifier: MIT
//
// How much shared memory a block may have, how to ask for it, and what it costs.
//
// Claim:  48 KB without asking, more only as dynamic memory after an attribute is set; each block
//         pays a little more than it asks for; what blocks take as shared memory, L1 loses.
// Input:  launches below, at and above each limit, each in a process of its own; blocks with more
//         and more shared memory; a region of 96 KiB that each SM reads again and again.
// Run:    ctest --preset dev -R '^chapter04\.smem_limits$'

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/child_process.hpp"
#include "common/common.cuh"

constexpr int kBlock = 128;
constexpr int kDefaultLimit = 48 * 1024;              // bytes, the same on every GPU
constexpr std::size_t kRegionBytes = 96 * 1024;       // of the region that each SM reads
constexpr const char* kChild = "--child";             // begins the arguments of a child process
constexpr const char* kAsks[] = {"plain", "opt_in"};  // without and with the attribute

// --- kernels -----------------------------------------------------------------

// [snippet:static-and-dynamic]
/// Static: the size is part of the program.  Writes the block's numbers backwards.
__global__ void reverse_static(int* out) {
  __shared__ int tile[kBlock];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * kBlock + threadIdx.x] = tile[kBlock - 1 - threadIdx.x];
}

/// Dynamic: the size is the third argument of the launch.  Uses the last kBlock words of it.
__global__ void reverse_dynamic(int* out, int words) {
  extern __shared__ int dynamic_tile[];
  int* tile = dynamic_tile + words - kBlock;
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * kBlock + threadIdx.x] = tile[kBlock - 1 - threadIdx.x];
}
// [/snippet:static-and-dynamic]

/// Counts how many blocks are there at once: each waits `cycles` between coming and going.
__global__ void count_residents(int* here, int* most, long long cycles) {
  extern __shared__ int unused[];
  if (threadIdx.x != 0) return;
  unused[0] = 0;
  atomicMax(most, atomicAdd(here, 1) + 1);
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  atomicAdd(here, -1);
}

/// Every block reads the same `count` words `times` times over, and adds them up.
__global__ void reread(unsigned* sums, const unsigned* in, int count, int times) {
  extern __shared__ int reserved[];
  if (threadIdx.x == 0) reserved[0] = 0;
  unsigned sum = 0;
  for (int pass = 0; pass < times; ++pass) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
      sum += in[(i + pass * 32) % count];
    }
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// --- limits ------------------------------------------------------------------

void report_limits(const cm::Bench& bench) {
  const auto add = [&](const char* variant, cudaDeviceAttr attribute) {
    cm::Row row("limit", variant);
    row.value("limit_bytes", cm::device_attribute(attribute)).value("launches", 0);
    bench.report.add(row);
  };
  add("block", cudaDevAttrMaxSharedMemoryPerBlock);
  add("block_opt_in", cudaDevAttrMaxSharedMemoryPerBlockOptin);
  add("sm", cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  add("reserved", cudaDevAttrReservedSharedMemoryPerBlock);
}

// [snippet:opt-in]
/// Launches reverse_dynamic with `bytes`; with `opt_in`, asks for permission first.
cudaError_t launch_with(int* d_out, int bytes, bool opt_in) {
  if (opt_in) {
    const cudaError_t refused =
        cudaFuncSetAttribute(reverse_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (refused != cudaSuccess) return refused;
  }
  reverse_dynamic<<<1, kBlock, bytes>>>(d_out, bytes / static_cast<int>(sizeof(int)));
  return cudaGetLastError();
}
// [/snippet:opt-in]

std::vector<int> reversed_cpu() {
  std::vector<int> want(kBlock);
  for (int i = 0; i < kBlock; ++i) want[i] = kBlock - 1 - i;
  return want;
}

/// In the child: prints the error that a launch with `bytes` returns.
int launch_in_child(int bytes, bool opt_in) {
  cm::DeviceBuffer<int> d_out(kBlock);
  d_out.poison();
  const cudaError_t error = launch_with(d_out.data(), bytes, opt_in);
  if (error == cudaSuccess && !cm::check_close("launch", d_out.to_host(), reversed_cpu())) return 1;
  std::printf("%d\n", static_cast<int>(error));
  return 0;
}

/// Launches with `bytes` in a child process; the result must be `wanted`.
bool report_launch(const cm::Bench& bench, int bytes, bool opt_in, cudaError_t wanted) {
  const std::string arguments =
      std::string(kChild) + " " + std::to_string(bytes) + " " + kAsks[opt_in];
  const cm::ChildResult child = cm::run_self(arguments);
  int error = -1;
  const bool said = std::sscanf(child.output.c_str(), "%d", &error) == 1;
  if (child.exit_code != 0 || !said || error != wanted) {
    std::printf("FAIL launch %s: exit code %d, error %d, want %d\n", arguments.c_str(),
                child.exit_code, error, static_cast<int>(wanted));
    return false;
  }
  cm::Row row("dynamic_launch", kAsks[opt_in]);
  row.param("bytes_asked", bytes);
  row.text("result", cudaGetErrorName(static_cast<cudaError_t>(error))).value("launches", 0);
  bench.report.add(row);
  return true;
}

bool report_launches(const cm::Bench& bench) {
  const int most = cm::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  return report_launch(bench, kDefaultLimit, false, cudaSuccess) &&
         report_launch(bench, kDefaultLimit + 4, false, cudaErrorInvalidValue) &&
         report_launch(bench, kDefaultLimit + 4, true, cudaSuccess) &&
         report_launch(bench, most, true, cudaSuccess) &&
         report_launch(bench, most + 4, true, cudaErrorInvalidValue);
}

// --- resident blocks ---------------------------------------------------------

/// Blocks on an SM if shared memory is all that limits them.
int blocks_by_shared(int bytes) {
  const int each = bytes + cm::device_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  const int most = cm::device_attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  return std::min(most, cm::device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / each);
}

/// Counts the blocks that live on an SM at once, beside what the arithmetic and the API say.
bool measure_residents(const cm::Bench& bench, int bytes) {
  const int sms = cm::sm_count();
  int by_api = 0;
  CUDA_CHECK(
      cudaFuncSetAttribute(count_residents, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&by_api, count_residents, 32, bytes));
  const int predicted = blocks_by_shared(bytes);
  cm::DeviceBuffer<int> d_here(std::vector<int>{0});
  cm::DeviceBuffer<int> d_most(std::vector<int>{0});
  const bool counting = cm::kHasTime && !bench.options.quick;
  const long long cycles = counting ? 2'000'000 : 0;
  count_residents<<<sms*(predicted + 1), 32, bytes>>>(d_here.data(), d_most.data(), cycles);
  CUDA_CHECK_LAST();
  const int counted = d_most.to_host()[0];
  if (by_api != predicted || (counting && counted != predicted * sms)) {
    std::printf("FAIL residents: %d bytes: predicted %d, API %d, counted %d on %d SMs\n", bytes,
                predicted, by_api, counted, sms);
    return false;
  }
  cm::Row row("residents", "dynamic");
  row.param("bytes_asked", bytes).predicted("blocks_per_sm", predicted);
  if (counting) row.value("blocks_per_sm", static_cast<double>(counted) / sms);
  bench.report.add(row.value("launches", 0));
  return true;
}

// --- what is left for L1 -----------------------------------------------------

/// Lets one block an SM read the region while `bytes` of the SM's memory are shared memory.
bool measure_reread(const cm::Bench& bench, int carveout_percent) {
  const int count = static_cast<int>(kRegionBytes / sizeof(unsigned));
  const int threads = 1024;
  const int times = bench.options.quick ? 2 : 64;
  const int blocks = bench.options.quick ? 2 : cm::sm_count();
  std::vector<unsigned> in(count);
  cm::fill_random(in, 1, 0u, 1000u);
  std::vector<unsigned> want(static_cast<std::size_t>(blocks) * threads);
  for (std::size_t t = 0; t < want.size(); ++t) {
    for (int pass = 0; pass < times; ++pass) {
      for (int i = static_cast<int>(t) % threads; i < count; i += threads) {
        want[t] += in[(i + pass * 32) % count];
      }
    }
  }
  const cm::DeviceBuffer<unsigned> d_in(in);
  cm::DeviceBuffer<unsigned> d_sums(want.size());
  CUDA_CHECK(cudaFuncSetAttribute(reread, cudaFuncAttributePreferredSharedMemoryCarveout,
                                  carveout_percent));
  cm::Row row("reread", "carveout");
  row.n(count).param("carveout_percent", carveout_percent).from_l2();
  row.bytes(static_cast<double>(kRegionBytes) * times * blocks);
  row.predicted("load_sectors_per_request", 4);  // neighbouring lanes, neighbouring words
  return cm::add_checked(bench, row, "reread", d_sums, want, [&] {
    reread<<<blocks, threads, 64>>>(d_sums.data(), d_in.data(), count, times);
  });
}

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == kChild) {
    return launch_in_child(std::atoi(argv[2]), std::string(argv[3]) == kAsks[1]);
  }
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter04.smem_limits", options);
  const cm::Bench bench{report, options, cm::L2::kWarm};
  report_limits(bench);
  cm::DeviceBuffer<int> d_out(kBlock);
  bool ok = cm::leaves("static", d_out, reversed_cpu(),
                       [&] { reverse_static<<<1, kBlock>>>(d_out.data()); }) &&
            report_launches(bench);
  for (const int kib : {1, 4, 16, 32, 48, 64, 100}) {
    const int most = cm::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    if (kib * 1024 <= most) ok = ok && measure_residents(bench, kib * 1024);
  }
  for (const int percent : {0, 50, 75, 100}) ok = ok && measure_reread(bench, percent);
  return ok ? report.finish() : report.fail();
}
