// SPDX-License-Identifier: MIT
//
// How long does a GPU wait for a word in another GPU's memory, and how long for its answer?
//
// Claim:  a load over NVLink takes a few times as long as one from local DRAM, and a message there
//         and back as long as a few loads.
// Input:  a chain of nodes that one lane follows, in local, in peer and in host memory; a number
// that
//         two GPUs pass to each other.
// Run:    ctest --preset dev -R '^chapter15\.peer_latency$'   (skipped with one GPU)

#include <cstddef>
#include <cuda/atomic>
#include <vector>

#include "common/common.cuh"
#include "gpus.cuh"

constexpr std::size_t kNodes = 1u << 20;  // of 128 bytes: twice an L2
constexpr std::size_t kStep = 37;         // nodes from one to the next of the chain
constexpr unsigned kHops = 4000;
constexpr unsigned kRounds = 1000;

struct alignas(128) Node {
  unsigned next;
};

// --- kernels -----------------------------------------------------------------

/// Follows the chain by loads, past L1.
__global__ void chase(unsigned* end, const Node* nodes) {
  unsigned at = 0;
  for (unsigned hop = 0; hop < kHops; ++hop) at = __ldcg(&nodes[at].next);
  *end = at;
}

/// Follows the chain by atomics that change nothing.
__global__ void chase_atomic(unsigned* end, Node* nodes) {
  unsigned at = 0;
  for (unsigned hop = 0; hop < kHops; ++hop) at = atomicOr_system(&nodes[at].next, 0u);
  *end = at;
}

// [snippet:ping-pong]
using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

/// Each of two GPUs waits at its own flag and then raises the other's. The one that begins does it
/// the other way round.
__global__ void ping_pong(unsigned* end, unsigned* mine, unsigned* theirs, bool begins) {
  unsigned seen = 0;
  for (unsigned round = 1; round <= kRounds; ++round) {
    if (begins) Flag(*theirs).store(round, cuda::memory_order_release);
    while ((seen = Flag(*mine).load(cuda::memory_order_acquire)) < round) {
    }
    if (!begins) Flag(*theirs).store(round, cuda::memory_order_release);
  }
  *end = seen;
}
// [/snippet:ping-pong]

// --- check, time, check again ------------------------------------------------

std::vector<Node> chain() {
  std::vector<Node> nodes(kNodes);
  for (std::size_t i = 0; i < kNodes; ++i) {
    nodes[i].next = static_cast<unsigned>((i + kStep) % kNodes);
  }
  return nodes;
}

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  cm::DeviceBuffer<unsigned> end{1};
};

/// Adds a row with the time of one of `steps` steps, if `run` ends at `want`.
template <class Run>
bool measure(Bench& b, const char* kernel, const char* variant, unsigned want, unsigned steps,
             Run&& run) {
  const auto passes = [&] {
    b.end.poison();
    CUDA_CHECK(cudaDeviceSynchronize());
    run();
    gpus::synchronize(2);
    return cm::check_close<unsigned>(variant, b.end.to_host(), {want});
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  cm::Row row(kernel, variant);
  b.report.add(row.n(steps).timing(timing).value("step_ns", timing.median_ms * 1e6 / steps));
  return true;
}

bool measure_ping_pong(Bench& b) {
  std::vector<cm::DeviceBuffer<unsigned>> flags = gpus::buffers<unsigned>(2, 1);
  std::vector<cm::DeviceBuffer<unsigned>> ends = gpus::buffers<unsigned>(2, 1);
  gpus::Team team(2);
  return measure(b, "message", "there_and_back", kRounds, kRounds, [&] {
    // Both flags are down before either kernel starts.
    team.run([&](int d) { CUDA_CHECK(cudaMemsetAsync(flags[d].data(), 0, sizeof(unsigned))); });
    team.run([&](int d) {
      ping_pong<<<1, 1>>>(d == 0 ? b.end.data() : ends[1].data(), flags[d].data(),
                          flags[1 - d].data(), d == 0);
    });
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  gpus::require_peers();
  cm::Report report("chapter15.peer_latency", options);
  Bench bench{report, options};
  const std::vector<Node> nodes = chain();
  std::vector<cm::DeviceBuffer<Node>> on_gpu = gpus::buffers<Node>(2, kNodes);
  cm::PinnedBuffer<Node> on_host(kNodes);
  gpus::on_each(2, [&](int d) { on_gpu[d].copy_from(nodes); });
  std::copy(nodes.begin(), nodes.end(), on_host.begin());
  const auto want = static_cast<unsigned>(kHops * kStep % kNodes);

  struct Place {
    const char* name;
    Node* nodes;
  };
  bool ok = true;
  for (const Place place : {Place{"local", on_gpu[0].data()}, Place{"peer", on_gpu[1].data()},
                            Place{"host", on_host.data()}}) {
    ok = ok && measure(bench, "load", place.name, want, kHops,
                       [&] { chase<<<1, 1>>>(bench.end.data(), place.nodes); });
    ok = ok && measure(bench, "atomic", place.name, want, kHops,
                       [&] { chase_atomic<<<1, 1>>>(bench.end.data(), place.nodes); });
  }
  ok = ok && measure_ping_pong(bench);
  return ok ? report.finish() : report.fail();
}
