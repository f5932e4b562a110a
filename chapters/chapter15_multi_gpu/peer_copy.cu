// SPDX-License-Identifier: MIT
//
// From one GPU's memory into another's: by the runtime, by a kernel that reads there or writes
// there, and through the host.
//
// Claim:  a kernel copies between GPUs as fast as the runtime does; the way through the host is
//         many times slower, however it is cut up.
// Input:  n uint4, no multiple of a block, in one direction and in both at once.
// Run:    ctest --preset dev -R '^chapter15\.peer_copy$'   (skipped with one GPU)

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "common/common.cuh"
#include "gpus.cuh"

constexpr int kBlock = 512;
constexpr int kLoads = 8;
constexpr std::size_t kChunk = 4u << 20;  // bytes, on the way through the host

// --- kernel ------------------------------------------------------------------

// [snippet:copy]
/// The same kernel reads from the peer or writes to it: the pointers decide.
__global__ void __launch_bounds__(kBlock) copy(uint4* out, const uint4* in, std::size_t n) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * kBlock;
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  for (; i + (kLoads - 1) * step < n; i += kLoads * step) {
    uint4 value[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) value[k] = in[i + k * step];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) out[i + k * step] = value[k];
  }
  for (; i < n; i += step) out[i] = in[i];
}
// [/snippet:copy]

// --- the ways ----------------------------------------------------------------

/// What is copied: GPU 0's array to GPU 1, and, in both directions, GPU 1's to GPU 0.
struct Job {
  explicit Job(std::size_t quads) : n(quads), chunk_done(bytes() / kChunk + 1) {}

  std::size_t n;  // of uint4
  std::vector<cm::DeviceBuffer<unsigned>> from = gpus::buffers<unsigned>(2, 4 * n);
  std::vector<cm::DeviceBuffer<unsigned>> to = gpus::buffers<unsigned>(2, 4 * n);
  cm::PinnedBuffer<unsigned> host{4 * n};
  std::vector<cm::Event> chunk_done;
  gpus::Team team{2};

  std::size_t bytes() const { return n * sizeof(uint4); }
  /// Where the array of `source` arrives.
  unsigned* target(int source) { return to[1 - source].data(); }
};

/// Enqueues the copies of GPU d's array on GPU d.
void runtime(Job& job, int d) {
  CUDA_CHECK(
      cudaMemcpyPeerAsync(job.target(d), 1 - d, job.from[d].data(), d, job.bytes(), nullptr));
}
void launch_copy(Job& job, int source, int blocks) {
  copy<<<blocks, kBlock>>>(reinterpret_cast<uint4*>(job.target(source)),
                           reinterpret_cast<const uint4*>(job.from[source].data()), job.n);
}

// [snippet:through-host]
/// From GPU 0 to GPU 1 through pinned memory, in chunks: a chunk leaves the host while the next
/// one comes in.
void through_host(Job& job, int d, std::size_t chunk) {
  const auto bytes_from = [&](std::size_t first) { return std::min(chunk, job.bytes() - first); };
  char* host = reinterpret_cast<char*>(job.host.data());
  for (std::size_t first = 0, c = 0; first < job.bytes(); first += chunk, ++c) {
    if (d == 0) {
      CUDA_CHECK(cudaMemcpyAsync(host + first, reinterpret_cast<char*>(job.from[0].data()) + first,
                                 bytes_from(first), cudaMemcpyDeviceToHost));
      job.chunk_done[c].record();
    } else {
      CUDA_CHECK(cudaStreamWaitEvent(nullptr, job.chunk_done[c].get()));
      CUDA_CHECK(cudaMemcpyAsync(reinterpret_cast<char*>(job.target(0)) + first, host + first,
                                 bytes_from(first), cudaMemcpyHostToDevice));
    }
  }
}
// [/snippet:through-host]

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<unsigned> in[2];
  std::map<std::size_t, double> runtime_ms;  // by direction and size
};

/// True if `run` brings GPU 0's array to GPU 1, and, in both directions, the other one as well.
template <class Run>
bool passes(Bench& b, Job& job, const char* variant, bool both, Run&& run) {
  gpus::on_each(2, [&](int d) { job.to[d].poison(); });
  gpus::synchronize(2);
  run();
  gpus::synchronize(2);
  return cm::check_close(variant, job.to[1].to_host(), b.in[0]) &&
         (!both || cm::check_close(variant, job.to[0].to_host(), b.in[1]));
}

template <class Work>
bool measure(Bench& b, Job& job, const char* variant, bool both, int blocks, Work&& work) {
  const auto run = [&] { job.team.run(work); };
  if (!passes(b, job, variant, both, run)) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes(b, job, variant, both, run)) return false;
  const std::size_t key = 2 * job.n + both;
  if (std::string(variant) == "runtime") b.runtime_ms[key] = timing.median_ms;
  cm::Row row("copy", variant);
  row.n(job.n).param("directions", both ? 2 : 1).param("blocks", blocks);
  row.bytes(static_cast<double>(job.bytes()) * (both ? 2 : 1)).timing(timing);
  row.value("share_of_runtime", b.runtime_ms[key] / timing.median_ms);
  row.value("mib", static_cast<double>(job.bytes()) / (1 << 20));
  b.report.add(row);
  return true;
}

bool measure_kernels(Bench& b, Job& job, bool both, int blocks) {
  // A push runs where the array is, a pull where it shall be.
  return measure(b, job, "push", both, blocks,
                 [&](int d) {
                   if (both || d == 0) launch_copy(job, d, blocks);
                 }) &&
         measure(b, job, "pull", both, blocks, [&](int d) {
           if (both || d == 1) launch_copy(job, 1 - d, blocks);
         });
}

bool measure_size(Bench& b, std::size_t n, bool largest) {
  Job job(n);
  for (int d : {0, 1}) {
    b.in[d].resize(4 * n);
    cm::fill_random(b.in[d], 15 + d, 0u, ~0u);
    CUDA_CHECK(cudaSetDevice(d));
    job.from[d].copy_from(b.in[d]);
  }
  CUDA_CHECK(cudaSetDevice(0));
  bool ok = true;
  for (const bool both : {false, true}) {
    ok = ok && measure(b, job, "runtime", both, 0, [&](int d) {
           if (both || d == 0) runtime(job, d);
         });
    std::vector<int> counts = {2 * cm::sm_count()};
    if (largest) counts = {16, 64, cm::sm_count(), 2 * cm::sm_count()};
    for (const int blocks : counts) ok = ok && measure_kernels(b, job, both, blocks);
  }
  return ok &&
         measure(b, job, "host", false, 0, [&](int d) { through_host(job, d, job.bytes()); }) &&
         measure(b, job, "host_chunks", false, 0, [&](int d) { through_host(job, d, kChunk); });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  gpus::require_peers();
  cm::Report report("chapter15.peer_copy", options);
  Bench bench{report, options, {}, {}};
  std::vector<std::size_t> sizes = {(1u << 8) + 3, (1u << 16) + 3, (1u << 20) + 3, (1u << 24) + 3};
  if (options.quick) sizes = {1, 5003};
  bool ok = true;
  for (const std::size_t n : sizes) ok = ok && measure_size(bench, n, n == sizes.back());
  return ok ? report.finish() : report.fail();
}
