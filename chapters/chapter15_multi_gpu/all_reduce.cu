// SPDX-License-Identifier: MIT
//
// All GPUs get the sum of all their arrays: by hand, beside NCCL.
//
// Claim:  with two GPUs, one kernel on each that reads and writes the other's memory meets the
// speed
//         of the links; a ring needs flags between its steps and moves the same bytes.
// Input:  n float on each GPU, no multiple of a block's work; whole numbers, so that sums are
// exact. Run:    ctest --preset dev -R '^chapter15\.all_reduce$'   (skipped with one GPU)

#include <algorithm>
#include <cstddef>
#include <cuda/atomic>
#include <functional>
#include <map>
#include <vector>

#include "common/common.cuh"
#include "gpus.cuh"
#include "nccl.cuh"

constexpr int kBlock = 512;
constexpr int kLoads = 4;  // of 16 bytes, in flight in a thread for each GPU
constexpr int kMostRanks = 8;
constexpr int kMostBlocks = 512;
constexpr std::size_t kLong = 1u << 26;  // float: 256 MiB

/// Where everything lies, for the kernels; a rank is a GPU's number.
struct Ranks {
  const float4* in[kMostRanks];
  float4* out[kMostRanks];
  unsigned* inbox[kMostRanks];  // how far each block of each rank is, as told to this rank
};

// --- meeting -----------------------------------------------------------------

// [snippet:flags]
using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

/// Tells rank `to` that this block has come to `progress`; all it wrote before is visible then.
__device__ void tell(const Ranks& ranks, int rank, int to, unsigned progress) {
  Flag flag(ranks.inbox[to][rank * kMostBlocks + blockIdx.x]);
  flag.store(progress, cuda::memory_order_release);
}

/// Waits until this block's counterpart on rank `from` has come to `progress`.
__device__ void await(const Ranks& ranks, int rank, int from, unsigned progress) {
  Flag flag(ranks.inbox[rank][from * kMostBlocks + blockIdx.x]);
  // The difference, since the numbers may wrap around.
  while (static_cast<int>(flag.load(cuda::memory_order_acquire) - progress) < 0) {
  }
}

/// A barrier for block b of all ranks.
template <int kRanks>
__device__ void meet(const Ranks& ranks, int rank, unsigned progress) {
  __syncthreads();
  const int other = static_cast<int>(threadIdx.x);
  if (other < kRanks && other != rank) {
    tell(ranks, rank, other, progress);
    await(ranks, rank, other, progress);
  }
  __syncthreads();
}
// [/snippet:flags]

// --- kernels -----------------------------------------------------------------

__device__ float4 plus(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

/// Calls step(i) for this block's elements of [first, end), with kMany of them at a time where
/// so many are left.
template <int kMany, class Step>
__device__ void for_elements(std::size_t first, std::size_t end, Step&& step) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * kBlock;
  std::size_t i = first + static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  for (; i + (kMany - 1) * stride < end; i += kMany * stride) step(i, stride, kMany);
  for (; i < end; i += stride) step(i, stride, 1);
}

/// Sets sum[k] to the sum over all ranks of element i + k * stride.
template <int kRanks>
__device__ void sum_of_all(float4* sum, const Ranks& ranks, std::size_t i, std::size_t stride,
                           int many) {
  float4 value[kRanks][kLoads];
#pragma unroll
  for (int r = 0; r < kRanks; ++r) {
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (k < many) value[r][k] = ranks.in[r][i + k * stride];
    }
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    sum[k] = value[0][k];
#pragma unroll
    for (int r = 1; r < kRanks; ++r) sum[k] = plus(sum[k], value[r][k]);
  }
}

/// Every rank reads everything of everybody.
template <int kRanks>
__global__ void __launch_bounds__(kBlock)
    one_shot(Ranks ranks, int rank, std::size_t n, unsigned turn) {
  meet<kRanks>(ranks, rank, 2 * turn + 1);  // everybody's input is there
  for_elements<kLoads>(0, n, [&](std::size_t i, std::size_t stride, int many) {
    float4 sum[kLoads];
    sum_of_all<kRanks>(sum, ranks, i, stride, many);
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (k < many) ranks.out[rank][i + k * stride] = sum[k];
    }
  });
  meet<kRanks>(ranks, rank, 2 * turn + 2);  // nobody reads any more
}

// [snippet:two-shot]
/// Rank r sums the r-th part of everybody's array and writes it to everybody.
template <int kRanks>
__global__ void __launch_bounds__(kBlock)
    two_shot(Ranks ranks, int rank, std::size_t n, unsigned turn) {
  meet<kRanks>(ranks, rank, 2 * turn + 1);
  const std::size_t part = (n + kRanks - 1) / kRanks;
  for_elements<kLoads>(rank * part, min(n, (rank + 1) * part),
                       [&](std::size_t i, std::size_t stride, int many) {
                         float4 sum[kLoads];
                         sum_of_all<kRanks>(sum, ranks, i, stride, many);
#pragma unroll
                         for (int r = 0; r < kRanks; ++r) {
                           float4* out = ranks.out[(rank + r) % kRanks];
#pragma unroll
                           for (int k = 0; k < kLoads; ++k) {
                             if (k < many) out[i + k * stride] = sum[k];
                           }
                         }
                       });
  meet<kRanks>(ranks, rank, 2 * turn + 2);  // everybody's writes are there
}
// [/snippet:two-shot]

/// Partial sums go around the ring once, then the finished parts do. Each block has its own slice
/// of each part and meets only its counterparts on the two neighbours.
template <int kRanks>
__global__ void __launch_bounds__(kBlock)
    ring(Ranks ranks, int rank, std::size_t n, unsigned turn) {
  const int before = (rank + kRanks - 1) % kRanks, after = (rank + 1) % kRanks;
  const std::size_t part = (n + kRanks - 1) / kRanks;
  unsigned done = turn * 2 * kRanks;
  // [snippet:ring]
  const auto step_over = [&](int p, auto&& step) {
    __syncthreads();  // the waits of thread 0 hold for all
    for_elements<kLoads>(p * part, min(n, (p + 1) * part), step);
    __syncthreads();
    ++done;
    if (threadIdx.x == 0) tell(ranks, rank, before, done);
    if (threadIdx.x == 0 && before != after) tell(ranks, rank, after, done);
  };
  step_over(kRanks, [](std::size_t, std::size_t, int) {});  // an empty part: "my input is there"

  for (int s = 0; s < kRanks - 1; ++s) {
    if (threadIdx.x == 0) await(ranks, rank, before, done);
    const float4* partial = s == 0 ? ranks.in[before] : ranks.out[before];
    step_over((rank + 2 * kRanks - 1 - s) % kRanks,
              [&](std::size_t i, std::size_t stride, int many) {
                float4 value[kLoads];
#pragma unroll
                for (int k = 0; k < kLoads; ++k) {
                  if (k < many)
                    value[k] = plus(partial[i + k * stride], ranks.in[rank][i + k * stride]);
                }
#pragma unroll
                for (int k = 0; k < kLoads; ++k) {
                  if (k < many) ranks.out[rank][i + k * stride] = value[k];
                }
              });
  }
  // [/snippet:ring]
  // The next rank has read all partial sums, which are about to be overwritten.
  if (threadIdx.x == 0) await(ranks, rank, after, done);
  for (int s = 0; s < kRanks - 1; ++s) {
    if (threadIdx.x == 0) await(ranks, rank, before, done);
    step_over((rank + kRanks - s) % kRanks, [&](std::size_t i, std::size_t stride, int many) {
      float4 value[kLoads];
#pragma unroll
      for (int k = 0; k < kLoads; ++k) {
        if (k < many) value[k] = ranks.out[before][i + k * stride];
      }
#pragma unroll
      for (int k = 0; k < kLoads; ++k) {
        if (k < many) ranks.out[rank][i + k * stride] = value[k];
      }
    });
  }
  if (threadIdx.x == 0) await(ranks, rank, after, done);  // nobody reads any more
}

// --- check, time, check again ------------------------------------------------

/// Arrays of n float on each of `count` GPUs.
struct Job {
  int count;
  std::size_t n;  // a multiple of 4
  std::vector<cm::DeviceBuffer<float>> in = gpus::buffers<float>(count, n);
  std::vector<cm::DeviceBuffer<float>> out = gpus::buffers<float>(count, n);
  std::vector<cm::DeviceBuffer<unsigned>> inbox =
      gpus::buffers<unsigned>(count, kMostRanks* kMostBlocks);
  std::vector<float> want = std::vector<float>(n);
  unsigned turn = 0;

  Ranks ranks() const {
    Ranks all{};
    for (int r = 0; r < count; ++r) {
      all.in[r] = reinterpret_cast<const float4*>(in[r].data());
      all.out[r] = reinterpret_cast<float4*>(const_cast<float*>(out[r].data()));
      all.inbox[r] = const_cast<unsigned*>(inbox[r].data());
    }
    return all;
  }
};

/// Fills the arrays with whole numbers, and `want` with their sums.
void fill(Job& job) {
  std::vector<float> host(job.n);
  gpus::on_each(job.count, [&](int r) {
    for (std::size_t i = 0; i < job.n; ++i) {
      host[i] = static_cast<float>(cm::random_bits(15 + r, i) % 1000);
      job.want[i] += host[i];
    }
    job.in[r].copy_from(host);
    CUDA_CHECK(cudaMemset(job.inbox[r].data(), 0, job.inbox[r].bytes()));
  });
  gpus::synchronize(job.count);
}

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  const nccl::Library& library;
  std::vector<nccl::Comm> comms;
  double nccl_ms = 0;
};

template <class Run>
bool passes(Job& job, const char* variant, Run&& run) {
  gpus::on_each(job.count, [&](int r) { job.out[r].poison(); });
  gpus::synchronize(job.count);
  run();
  gpus::synchronize(job.count);
  for (const auto& out : job.out) {
    if (!cm::check_close(variant, out.to_host(), job.want)) return false;
  }
  return true;
}

/// `run` enqueues a kernel on each GPU. They wait for each other, so GPU 0's stream tells the time.
template <class Run>
bool measure(Bench& b, Job& job, const char* variant, int blocks, Run&& run) {
  if (!passes(job, variant, run)) return false;
  const cm::Timing timing = cm::time_ms(b.options, run, cm::L2::kWarm);
  if (!passes(job, variant, run)) return false;
  if (blocks == 0) b.nccl_ms = timing.median_ms;
  cm::Row row("all_reduce", variant);
  row.n(job.n).param("gpus", job.count).param("blocks", blocks).timing(timing);
  // What has to cross each GPU's links in each direction, however it is done.
  const double array = static_cast<double>(job.in[0].bytes());
  row.bytes(2 * array * (job.count - 1) / job.count).value("mib", array / (1 << 20));
  if (b.nccl_ms > 0) row.value("speed_over_nccl", b.nccl_ms / timing.median_ms);
  if (blocks == 0) row.text("nccl_version", nccl::version_text(b.library.version()));
  b.report.add(row);
  return true;
}

bool measure_nccl(Bench& b, Job& job) {
  return measure(b, job, "nccl", 0, [&] {
    b.library.check(b.library.group_start());
    for (int r = 0; r < job.count; ++r) {
      b.library.check(b.library.all_reduce(job.in[r].data(), job.out[r].data(), job.n, nccl::kFloat,
                                           nccl::kSum, b.comms[r], nullptr));
    }
    b.library.check(b.library.group_end());
  });
}

using Kernel = void (*)(Ranks, int, std::size_t, unsigned);

bool measure_kernel(Bench& b, Job& job, const char* variant, Kernel kernel, int blocks) {
  const Ranks ranks = job.ranks();
  return measure(b, job, variant, blocks, [&] {
    gpus::on_each(job.count,
                  [&](int r) { kernel<<<blocks, kBlock>>>(ranks, r, job.n / 4, job.turn); });
    ++job.turn;
  });
}

/// The arrays' sizes in float, and with how many blocks.
struct Case {
  std::size_t n;
  std::vector<int> blocks;
};

template <int kRanks>
bool measure_all(Bench& b, const Case& c) {
  Job job{kRanks, c.n};
  fill(job);
  bool ok = !b.library.found() || measure_nccl(b, job);
  for (const int blocks : c.blocks) {
    // A fresh inbox for each kernel: their turns count differently.
    const auto next = [&](const char* variant, Kernel kernel) {
      gpus::on_each(kRanks, [&](int r) {
        CUDA_CHECK(cudaMemset(job.inbox[r].data(), 0, job.inbox[r].bytes()));
      });
      gpus::synchronize(kRanks);
      job.turn = 0;
      return measure_kernel(b, job, variant, kernel, blocks);
    };
    ok = ok && next("two_shot", two_shot<kRanks>);
    if (c.n > kLong) continue;  // the checks take long there, and one way is enough to see
    ok = ok && next("one_shot", one_shot<kRanks>) && next("ring", ring<kRanks>);
  }
  return ok;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  const int gpus = gpus::require_peers();
  const int ranks = gpus >= 8 ? 8 : gpus >= 4 ? 4 : 2;
  cm::Report report("chapter15.all_reduce", options);
  const nccl::Library library;
  Bench bench{report, options, library, std::vector<nccl::Comm>(ranks)};
  if (library.found()) {
    library.check(library.init_all(bench.comms.data(), ranks, nullptr));
  } else {
    report.skip("nccl", "libnccl.so.2 is not where the loader looks");
  }
  const int sms = cm::sm_count();
  std::vector<Case> cases = {{1u << 12, {16, sms}}, {1u << 16, {16, sms}}, {1u << 20, {16, sms}},
                             {1u << 24, {sms}},     {kLong, {32, sms}},    {1u << 28, {sms}}};
  if (options.quick) cases = {{4, {3}}, {40004, {3, 16}}};
  bool ok = true;
  for (const Case& c : cases) {
    ok = ok && (ranks == 8   ? measure_all<8>(bench, c)
                : ranks == 4 ? measure_all<4>(bench, c)
                             : measure_all<2>(bench, c));
  }
  if (library.found()) {
    for (nccl::Comm comm : bench.comms) library.check(library.destroy(comm));
  }
  return ok ? report.finish() : report.fail();
}
