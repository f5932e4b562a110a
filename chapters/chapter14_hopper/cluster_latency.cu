// SPDX-License-Identifier: MIT
//
// How far is the shared memory of another block, and what does a message to that block cost?
//
// Claim:  a load from a neighbour's shared memory takes several times as long as one's own and less
//         than one from L2; a barrier of a cluster costs a fraction of one of the grid.
// Input:  a chain of 1024 places that one lane follows; rounds in which each block passes a number
//         on to the next one.
// Run:    ctest --preset dev -R '^chapter14\.cluster_latency$'

#include <cooperative_groups.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"
#include "hopper.cuh"

namespace cg = cooperative_groups;

constexpr unsigned kPlaces = 1024;
constexpr unsigned kStep = 37;  // from a place to the next one of the chain
constexpr int kHops = 4000;
constexpr int kBlock = 256;
constexpr int kRounds = 203;  // a multiple of no cluster's size
constexpr int kMostBlocks = 16;

/// What a walk or a block's rounds came to, and the cycles they took.
struct Outcome {
  unsigned result;
  unsigned cycles;
};

// --- latency -----------------------------------------------------------------

__device__ unsigned load_own(unsigned address) {
  unsigned value = 0;
  HOPPER_PTX("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
  return value;
}

// [snippet:remote-load]
__device__ unsigned load_cluster(unsigned address) {
  unsigned value = 0;
  HOPPER_PTX("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
  return value;
}

/// The address of `pointer` in block `rank`, as ld.shared::cluster takes it.
__device__ unsigned cluster_address(const void* pointer, unsigned rank) {
  unsigned there = 0;
  HOPPER_PTX(
      "mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(hopper::shared_address(pointer)),
      "r"(rank));
  return there;
}
// [/snippet:remote-load]

/// Block 0 follows a chain in the shared memory of block `rank`; with kLocal by ordinary loads.
template <bool kLocal>
__global__ void chase_shared(Outcome* outcome, unsigned rank) {
  __shared__ unsigned next[kPlaces];
  const unsigned here = hopper::cluster_rank();
  const unsigned base = kLocal ? hopper::shared_address(next) : cluster_address(next, here);
  for (unsigned i = threadIdx.x; i < kPlaces; i += blockDim.x) {
    next[i] = base + (i + kStep) % kPlaces * 4;  // an address, not a number: nothing to compute
  }
  hopper::cluster_sync();
  if (here == 0 && threadIdx.x == 0) {
    const unsigned first = kLocal ? base : cluster_address(next, rank);
    unsigned at = first;
    const long long start = clock64();
#pragma unroll 8
    for (int hop = 0; hop < kHops; ++hop) at = kLocal ? load_own(at) : load_cluster(at);
    outcome->result = (at - first) / 4;
    outcome->cycles = static_cast<unsigned>(clock64() - start);
  }
  hopper::cluster_sync();  // the walked block stays until the walk is over
}

/// The same in global memory, past L1.
__global__ void chase_l2(Outcome* outcome, unsigned long long* next) {
  for (unsigned i = threadIdx.x; i < kPlaces; i += blockDim.x) {
    next[i] = reinterpret_cast<unsigned long long>(next + (i + kStep) % kPlaces);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  const unsigned long long* at = next;
  const long long start = clock64();
#pragma unroll 8
  for (int hop = 0; hop < kHops; ++hop) at = reinterpret_cast<unsigned long long*>(__ldcg(at));
  outcome->result = static_cast<unsigned>(at - next);
  outcome->cycles = static_cast<unsigned>(clock64() - start);
}

// --- messages ----------------------------------------------------------------

// [snippet:pass-on]
/// Each round every block passes a number to the next block of its cluster, and waits for its own.
__global__ void pass_on_cluster(Outcome* outcomes) {
  __shared__ unsigned box[2];
  const unsigned blocks = gridDim.x, next = (blockIdx.x + 1) % blocks;
  unsigned number = blockIdx.x;
  hopper::cluster_sync();
  const long long start = clock64();
  for (int round = 0; round < kRounds; ++round) {
    unsigned* slot = &box[round % 2];  // nobody writes where another may still read
    if (threadIdx.x == 0) *hopper::in_block(slot, next) = number;
    hopper::cluster_sync();
    number = *slot + 1;
  }
  if (threadIdx.x == 0) {
    outcomes[blockIdx.x] = {number, static_cast<unsigned>(clock64() - start)};
  }
}
// [/snippet:pass-on]

/// The same through global memory and a barrier of the grid.
__global__ void pass_on_grid(Outcome* outcomes, volatile unsigned* boxes) {
  const unsigned blocks = gridDim.x, next = (blockIdx.x + 1) % blocks;
  unsigned number = blockIdx.x;
  cg::this_grid().sync();
  const long long start = clock64();
  for (int round = 0; round < kRounds; ++round) {
    volatile unsigned* slots = boxes + round % 2 * kMostBlocks;
    if (threadIdx.x == 0) slots[next] = number;
    cg::this_grid().sync();
    number = slots[blockIdx.x] + 1;
  }
  if (threadIdx.x == 0) {
    outcomes[blockIdx.x] = {number, static_cast<unsigned>(clock64() - start)};
  }
}

// --- reference ---------------------------------------------------------------

unsigned end_cpu() {
  unsigned place = 0;
  for (int hop = 0; hop < kHops; ++hop) place = (place + kStep) % kPlaces;
  return place;
}

/// What block b holds at the end: the number that started kRounds blocks before it.
std::vector<unsigned> numbers_cpu(int blocks) {
  std::vector<unsigned> numbers(blocks);
  for (int b = 0; b < blocks; ++b) {
    const int from = ((b - kRounds) % blocks + blocks) % blocks;
    numbers[b] = static_cast<unsigned>(from + kRounds);
  }
  return numbers;
}

// --- check and measure -------------------------------------------------------

/// Runs `launch` several times and adds a row with the median of the cycles of one of `steps`.
template <class Launch>
bool measure(const cm::Bench& bench, cm::Row row, const char* variant,
             const std::vector<unsigned>& want, int steps, Launch&& launch) {
  cm::DeviceBuffer<Outcome> outcomes(want.size());
  std::vector<unsigned> cycles;
  const int runs = bench.options.quick || bench.options.profile ? 1 : 21;
  for (int run = 0; run < runs; ++run) {
    outcomes.poison();
    launch(outcomes.data());
    CUDA_CHECK_LAST();
    std::vector<unsigned> got;
    const std::vector<Outcome> all = outcomes.to_host();
    for (const Outcome& outcome : all) got.push_back(outcome.result);
    if (!cm::check_close(variant, got, want)) return false;
    cycles.push_back(all[0].cycles);
  }
  std::sort(cycles.begin(), cycles.end());
  if (cm::kHasTime) row.value("step_cycles", static_cast<double>(cycles[runs / 2]) / steps);
  bench.report.add(row);
  return true;
}

bool measure_latency(const cm::Bench& bench, bool clusters) {
  const std::vector<unsigned> want = {end_cpu()};
  cm::DeviceBuffer<unsigned long long> next(kPlaces);
  bool ok =
      measure(bench, cm::Row("latency", "l2").param("cluster", 1).param("rank", 0), "l2", want,
              kHops, [&](Outcome* outcome) { chase_l2<<<1, 32>>>(outcome, next.data()); });
  if (!clusters) return ok;
  ok = ok &&
       measure(bench, cm::Row("latency", "own").param("cluster", 1).param("rank", 0), "own", want,
               kHops, [](Outcome* outcome) { chase_shared<true><<<1, 32>>>(outcome, 0); });
  for (const int rank : {0, 1, 2, 4, 7}) {
    cm::Row row("latency", "cluster");
    row.param("cluster", 8).param("rank", rank);
    ok = ok && measure(bench, row, "cluster", want, kHops, [&](Outcome* outcome) {
           CUDA_CHECK(hopper::launch(chase_shared<false>, 8, 8, 32, 0, outcome, rank));
         });
  }
  return ok;
}

bool measure_messages(const cm::Bench& bench, int blocks, bool clusters) {
  const std::vector<unsigned> want = numbers_cpu(blocks);
  cm::DeviceBuffer<unsigned> boxes(2 * kMostBlocks);
  cm::Row row("pass_on", "grid");
  bool ok = measure(bench, row.param("blocks", blocks), "grid", want, kRounds, [&](Outcome* out) {
    volatile unsigned* slots = boxes.data();
    void* arguments[] = {&out, &slots};
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(pass_on_grid), blocks,
                                           kBlock, arguments, 0, nullptr));
  });
  cm::Row cluster_row("pass_on", "cluster");
  return ok && (!clusters || measure(bench, cluster_row.param("blocks", blocks), "cluster", want,
                                     kRounds, [&](Outcome* out) {
                                       CUDA_CHECK(hopper::launch(pass_on_cluster, blocks, blocks,
                                                                 kBlock, 0, out));
                                     }));
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter14.cluster_latency", options);
  const cm::Bench bench{report, options};
  const std::string missing = hopper::missing();
  if (!missing.empty()) {
    report.skip("own", missing);
    report.skip("cluster", missing);
  }
  bool ok = measure_latency(bench, missing.empty());
  for (const int blocks : {2, 4, 8}) {
    ok = ok && measure_messages(bench, blocks, missing.empty());
  }
  return ok ? report.finish() : report.fail();
}
