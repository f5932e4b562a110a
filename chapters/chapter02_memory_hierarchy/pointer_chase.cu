// SPDX-License-Identifier: MIT
//
// How long one load takes: a chain of loads, each of which says where the next one goes.
//
// Claim:  a single lane that waits for each load sees the latency of whatever holds its data, and
//         the latency rises in steps where the footprint outgrows a level.
// Input:  nodes one line apart, linked in an order that jumps about; the walk visits each node of
//         the footprint once before it comes back.  Before the walk all of it is read, so that
//         whatever fits in a cache is there.
// Expect: steps at the size of L1 and of L2.  Past the end of L2 only part of the loads miss.
// Run:    ctest --preset dev -R '^chapter02\.pointer_chase$'
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/common.cuh"

constexpr int kWalks = 5;                // of which the median counts
constexpr std::size_t kNodeBytes = 128;  // one node a line
constexpr std::size_t kSteps = 20'000;   // several laps of a small footprint, a part of a large one
constexpr unsigned kConstantWords = 16 * 1024;
constexpr unsigned kSharedWords = 8 * 1024;

// --- the order of the nodes --------------------------------------------------

/// The step from node i to node (a * i + c) % nodes.
///
/// With a - 1 a multiple of 12, and c of neither 2 nor 3, it visits every node before it comes
/// back, for every number of nodes of the form 2^j * 3^k (the theorem of Hull and Dobell).
struct Order {
  std::uint64_t nodes;
  __host__ __device__ std::uint64_t next(std::uint64_t i) const {
    constexpr std::uint64_t kFactor = 12 * 424'243 + 1;
    constexpr std::uint64_t kStep = 10'139'267;
    return (kFactor * i + kStep) % nodes;
  }
};

// --- kernels -----------------------------------------------------------------

/// A line that holds the address of the next one.
struct alignas(kNodeBytes) Node {
  unsigned long long next;
};

__global__ void link(Node* nodes, Order order) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < order.nodes) {
    nodes[i].next = reinterpret_cast<unsigned long long>(nodes + order.next(i));
  }
}

/// Reads every byte of `count` nodes, so that L2 holds whole lines; *links gets the number of
/// links.
__global__ void touch(unsigned* links, const Node* nodes, std::uint64_t count) {
  constexpr std::uint64_t kWords = kNodeBytes / sizeof(uint4);
  const auto* words = reinterpret_cast<const uint4*>(nodes);
  const std::uint64_t threads = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  unsigned found = 0;
  for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       i < count * kWords; i += threads) {
    const uint4 word = words[i];
    found += (word.x | word.y) != 0;
  }
  atomicAdd(links, found);
}

/// Where a walk ended, and the cycles that it took.
struct Walk {
  std::uint64_t end;
  long long cycles;
};

/// Follows the chain for `warm_up` steps untimed and for `steps` steps timed.
template <bool kPastL1>
__global__ void chase(Walk* walk, const Node* nodes, std::size_t warm_up, std::size_t steps) {
  const Node* node = nodes;
  for (std::size_t s = 0; s < warm_up; ++s) node = reinterpret_cast<const Node*>(node->next);
  // [snippet:chase]
  const long long start = clock64();
#pragma unroll 8
  for (std::size_t s = 0; s < steps; ++s) {
    node = reinterpret_cast<const Node*>(kPastL1 ? __ldcg(&node->next) : node->next);
  }
  const std::uint64_t end = node - nodes;  // needs the last load
  // [/snippet:chase]
  walk->cycles = clock64() - start;
  walk->end = end;
}

/// The same in shared memory; an entry is the place of the next one, in bytes.
__global__ void chase_shared(Walk* walk, Order order, std::size_t steps) {
  __shared__ unsigned next[kSharedWords];
  for (unsigned i = 0; i < order.nodes; ++i) {
    next[i] = static_cast<unsigned>(order.next(i) * sizeof(unsigned));
  }
  unsigned offset = 0;
  const char* bytes = reinterpret_cast<const char*>(next);
  const long long start = clock64();
#pragma unroll 8
  for (std::size_t s = 0; s < steps; ++s) {
    offset = *reinterpret_cast<const unsigned*>(bytes + offset);
  }
  walk->end = offset / sizeof(unsigned);
  walk->cycles = clock64() - start;
}

__constant__ unsigned constant_next[kConstantWords];

/// The same in constant memory.
__global__ void chase_constant(Walk* walk, std::size_t warm_up, std::size_t steps) {
  unsigned offset = 0;
  const char* bytes = reinterpret_cast<const char*>(constant_next);
  for (std::size_t s = 0; s < warm_up; ++s) {
    offset = *reinterpret_cast<const unsigned*>(bytes + offset);
  }
  const long long start = clock64();
#pragma unroll 8
  for (std::size_t s = 0; s < steps; ++s) {
    offset = *reinterpret_cast<const unsigned*>(bytes + offset);
  }
  walk->end = offset / sizeof(unsigned);
  walk->cycles = clock64() - start;
}

/// A chain of additions in registers, each of which needs the one before.
__global__ void chase_registers(Walk* walk, std::uint64_t first, std::size_t steps) {
  auto value = static_cast<float>(first);
  const long long start = clock64();
#pragma unroll 64
  for (std::size_t s = 0; s < steps; ++s) value += 1.0f;
  walk->end = static_cast<std::uint64_t>(value);
  walk->cycles = clock64() - start;
}

// --- reference ---------------------------------------------------------------

/// The node after `steps` steps from node 0.
std::uint64_t end_cpu(Order order, std::size_t steps) {
  std::uint64_t i = 0;
  for (std::size_t s = 0; s < steps; ++s) i = order.next(i);
  return i;
}

/// True if a walk from node 0 visits each node once and then is back.
bool visits_all(Order order) {
  std::vector<bool> seen(order.nodes);
  std::uint64_t i = 0;
  for (std::uint64_t s = 0; s < order.nodes; ++s, i = order.next(i)) {
    if (seen[i]) return false;
    seen[i] = true;
  }
  return i == 0;
}

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  double ghz;  ///< Of the SM's clock under a single walking lane; NaN if there is no time.
  cm::DeviceBuffer<Walk> walk{1};
};

/// Runs `launch` several times; the median of the cycles for a step, or NaN after a walk that
/// did not end at `end`.
template <class Launch>
double cycles_per_step(Bench& b, const char* name, std::uint64_t end, std::size_t steps,
                       const Launch& launch) {
  std::vector<double> cycles;
  for (int i = 0; i < kWalks; ++i) {
    b.walk.poison();
    launch(b.walk.data());
    CUDA_CHECK_LAST();
    const Walk walk = b.walk.to_host()[0];
    if (!cm::check_close<std::uint64_t>(name, {walk.end}, {end})) return NAN;
    cycles.push_back(static_cast<double>(walk.cycles) / static_cast<double>(steps));
  }
  std::sort(cycles.begin(), cycles.end());
  return cycles[kWalks / 2];
}

/// Adds a row; registers have no footprint, 0.  On the virtual GPU, which has no time, `cycles`
/// mean nothing.
bool add(Bench& b, const char* kernel, const char* variant, std::size_t bytes, double cycles) {
  if (std::isnan(cycles)) return false;
  cm::Row row(kernel, variant);
  if (bytes != 0) row.param("footprint_kib", static_cast<double>(bytes) / 1024.0);
  if (cm::kHasTime) {
    row.value("latency_cycles", cycles).value("latency_ns", cycles / b.ghz);
  }
  b.report.add(row);
  return true;
}

/// Walks `bytes` of memory that starts at `nodes`, in `steps` steps.
template <bool kPastL1>
bool measure(Bench& b, const char* kernel, const char* variant, Node* nodes, std::size_t bytes,
             std::size_t steps) {
  const Order order{bytes / kNodeBytes};
  if (!visits_all(order)) {
    std::printf("FAIL %s: the walk of %zu bytes leaves nodes out\n", variant, bytes);
    return false;
  }
  CUDA_CHECK(cudaMemset(nodes, 0, bytes));
  link<<<static_cast<unsigned>((order.nodes + 255) / 256), 256>>>(nodes, order);
  CUDA_CHECK_LAST();
  // What L1 may hold the lane itself brings there by a lap of its own.  The rest only has to be
  // on its way into L2, which all SMs together fill faster.
  const std::size_t warm_up = order.nodes <= steps ? order.nodes : 0;
  cm::DeviceBuffer<unsigned> links(1);
  const auto launch = [&](Walk* walk) {
    CUDA_CHECK(cudaMemset(links.data(), 0, sizeof(unsigned)));
    touch<<<4 * cm::sm_count(), 256>>>(links.data(), nodes, order.nodes);
    chase<kPastL1><<<1, 1>>>(walk, nodes, warm_up, steps);
  };
  const std::uint64_t end = end_cpu(order, warm_up + steps);
  const double cycles = cycles_per_step(b, variant, end, steps, launch);
  const auto all = static_cast<unsigned>(order.nodes);
  if (!cm::check_close<unsigned>("touch", links.to_host(), {all})) return false;
  return add(b, kernel, variant, bytes, cycles);
}

bool measure_global(Bench& b) {
  std::vector<std::size_t> kib = {16,    32,    64,     96,     128,    192,    256,   384,
                                  512,   1024,  4096,   8192,   16384,  24576,  32768, 49152,
                                  65536, 98304, 131072, 262144, 524288, 1048576};
  if (b.options.quick) kib = {16, 96};
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  while (kib.back() * 1024 > free_bytes / 2) kib.pop_back();
  const std::size_t most = b.options.quick ? 1000 : kSteps;
  for (auto kernel : {chase<false>, chase<true>}) {
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                    cudaSharedmemCarveoutMaxL1));
  }
  cm::DeviceBuffer<Node> nodes(kib.back() * 1024 / kNodeBytes);
  for (const std::size_t size : kib) {
    if (!measure<false>(b, "global", "through_l1", nodes.data(), size * 1024, most)) return false;
    if (!measure<true>(b, "global", "past_l1", nodes.data(), size * 1024, most)) return false;
  }
  return true;
}

/// The host's memory, which the device reads over the bus.
bool measure_host(Bench& b) {
  const std::size_t bytes = b.options.quick ? 16 << 10 : 4 << 20;
  cm::PinnedBuffer<Node> nodes(bytes / kNodeBytes);
  return measure<true>(b, "host", "pinned", nodes.data(), bytes, b.options.quick ? 100 : 2000);
}

bool measure_small(Bench& b) {
  const std::size_t steps = b.options.quick ? 100 : kSteps;
  const Order shared{b.options.quick ? 192u : kSharedWords};
  const auto walk_shared = [&](Walk* walk) { chase_shared<<<1, 1>>>(walk, shared, steps); };
  const double cycles = cycles_per_step(b, "shared", end_cpu(shared, steps), steps, walk_shared);
  if (!add(b, "shared", "words", shared.nodes * sizeof(unsigned), cycles)) return false;

  const auto walk_registers = [&](Walk* walk) { chase_registers<<<1, 1>>>(walk, 7, steps); };
  const double sum = cycles_per_step(b, "registers", 7 + steps, steps, walk_registers);
  if (!add(b, "registers", "sum", 0, sum)) return false;

  for (const unsigned kib : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    if (b.options.quick && kib > 2) continue;
    // One entry in each 64 bytes, so that every step needs another line of the cache.
    constexpr unsigned kGap = 16;
    const Order order{kib * 1024 / sizeof(unsigned) / kGap};
    std::vector<unsigned> next(kConstantWords);
    for (std::uint64_t i = 0; i < order.nodes; ++i) {
      next[i * kGap] = static_cast<unsigned>(order.next(i) * kGap * sizeof(unsigned));
    }
    CUDA_CHECK(cudaMemcpyToSymbol(constant_next, next.data(), sizeof(constant_next)));
    const auto walk = [&](Walk* w) { chase_constant<<<1, 1>>>(w, order.nodes, steps); };
    const std::uint64_t end = end_cpu(order, order.nodes + steps) * kGap;
    const double constant = cycles_per_step(b, "constant", end, steps, walk);
    if (!add(b, "constant", "words", kib * 1024, constant)) return false;
  }
  return true;
}

/// Cycles of the SM's clock in a nanosecond, from one long walk that both clocks time.
double measure_ghz(const cm::Options& options) {
  cm::DeviceBuffer<Walk> walk(1);
  const std::size_t steps = options.quick ? 1000 : 1'000'000;
  const auto run = [&] { chase_registers<<<1, 1>>>(walk.data(), 0, steps); };
  const cm::Timing timing = cm::time_ms(options, run, cm::L2::kWarm);
  return static_cast<double>(walk.to_host()[0].cycles) / timing.median_ms / 1e6;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter02.pointer_chase", options);
  Bench bench{report, options, measure_ghz(options)};
  const bool ok = measure_small(bench) && measure_global(bench) && measure_host(bench);
  return ok ? report.finish() : report.fail();
}
