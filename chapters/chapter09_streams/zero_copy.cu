// SPDX-License-Identifier: MIT
//
// A kernel that reads the host's memory where it lies.
//
// Claim:  pinned memory can be mapped, and a kernel then reads it over the bus without a copy.
//         That saves a call for little data and gains nothing for much; what is read twice
//         crosses the bus twice, while a copy crosses it once.
// Input:  n unsigned numbers in mapped host memory, summed `reads` times.
// Expect: mapped first for a few KiB, level for a large array read once, far behind for one read
//         eight times.
// Run:    ctest --preset dev -R '^chapter09\.zero_copy$'
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kBlock = 256;

// --- kernel ------------------------------------------------------------------

// [snippet:sum]
/// Adds the sum of n / 4 vectors, `reads` times over, to *sum.
__global__ void sum_all(unsigned* sum, const uint4* in, unsigned vectors, int reads) {
  unsigned mine = 0;
  for (int r = 0; r < reads; ++r) {
#pragma unroll 4
    for (unsigned i = blockIdx.x * kBlock + threadIdx.x; i < vectors; i += gridDim.x * kBlock) {
      const uint4 four = __ldcg(in + i);
      mine += four.x + four.y + four.z + four.w;
    }
    __syncwarp();  // or the compiler may keep what it has read for the next round
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    mine += __shfl_xor_sync(0xFFFFFFFFu, mine, offset);
  }
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}
// [/snippet:sum]

// --- check, time, check again ------------------------------------------------

/// An array in mapped host memory, and room for it on the device.
struct Job {
  std::vector<unsigned> numbers;
  cm::PinnedBuffer<unsigned> host{numbers.size()};
  cm::DeviceBuffer<unsigned> device{numbers.size()};
  cm::DeviceBuffer<unsigned> sum{1};

  void add_up(const unsigned* from, int reads) {
    const auto vectors = static_cast<unsigned>(numbers.size() / 4);
    const unsigned most = static_cast<unsigned>(4 * cm::sm_count());
    const unsigned blocks = std::min(most, (vectors + kBlock - 1) / kBlock);
    CUDA_CHECK(cudaMemsetAsync(sum.data(), 0, sizeof(unsigned)));
    sum_all<<<blocks, kBlock>>>(sum.data(), reinterpret_cast<const uint4*>(from), vectors, reads);
  }

  // [snippet:ways]
  /// Copy, then read the copy.
  void copied(int reads) {
    CUDA_CHECK(cudaMemcpyAsync(device.data(), host.data(), host.bytes(), cudaMemcpyDefault));
    add_up(device.data(), reads);
  }
  /// Read the host's memory; its address on the device is the same as on the host.
  void mapped(int reads) { add_up(host.data(), reads); }
  // [/snippet:ways]
};

template <class Work>
bool measure(cm::Report& report, const cm::Options& options, Job& job, const char* variant,
             int reads, const Work& work) {
  const unsigned once = std::accumulate(job.numbers.begin(), job.numbers.end(), 0u);
  const std::vector<unsigned> want = {once * static_cast<unsigned>(reads)};
  const auto passes = [&] {
    work();
    CUDA_CHECK_LAST();
    return cm::check_close(variant, job.sum.to_host(), want);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(options, work);
  if (!passes()) return false;
  cm::Row row("sum", variant);
  row.param("kib", job.host.bytes() / 1024).param("reads", reads).timing(timing);
  const double bytes = static_cast<double>(job.host.bytes());
  row.value("array_gbps", timing.valid ? cm::gbps(bytes, timing.median_ms) : NAN);
  report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter09.zero_copy", options);
  std::vector<std::size_t> sizes = {std::size_t{1} << 10, std::size_t{1} << 16,
                                    std::size_t{1} << 20, std::size_t{1} << 26};
  if (options.quick) sizes = {std::size_t{1} << 10, 20'012};
  for (const std::size_t n : sizes) {
    Job job{std::vector<unsigned>(n)};
    cm::fill_random(job.numbers, 18, 0u, 1000u);
    std::copy(job.numbers.begin(), job.numbers.end(), job.host.begin());
    for (const int reads : {1, 8}) {
      const bool ok = measure(report, options, job, "copied", reads, [&] { job.copied(reads); }) &&
                      measure(report, options, job, "mapped", reads, [&] { job.mapped(reads); });
      if (!ok) return report.fail();
    }
  }
  return report.finish();
}
