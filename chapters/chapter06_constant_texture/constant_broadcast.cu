// SPDX-License-Identifier: MIT
//
// A warp reads 1 to 32 different words of a table, from constant, shared and global memory.
//
// Claim:  constant memory delivers one word to the whole warp at once, and different words one
//         after the other.  Shared memory and L1 deliver 32 neighbouring words at once.
// Input:  a chain of byte offsets in a table of 4 KiB; in each step the lanes read `distinct`
//         words that lie within one line of 128 bytes.
// Expect: the time of a read of constant memory grows with the number of words; the others' does
//         not.
// Run:    ctest --preset dev -R '^chapter06\.constant_broadcast$'
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kWords = 1024;
constexpr int kLineWords = cm::kLineBytes / 4;
constexpr int kChains = 2;  // independent reads of a thread, where throughput is asked for
constexpr int kManyWarps = 32;
constexpr int kLaunches = 5;  // of which the median counts

// --- kernels -----------------------------------------------------------------

__constant__ unsigned c_next[kWords];

// Where the table lies; `at` reads the word at a byte offset.
// [snippet:three-tables]
struct Constant {
  __device__ explicit Constant(const unsigned*) {}
  __device__ unsigned at(unsigned offset) const {
    return *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(c_next) + offset);
  }
};

struct Global {
  const char* table;
  __device__ explicit Global(const unsigned* next) : table(reinterpret_cast<const char*>(next)) {}
  __device__ unsigned at(unsigned offset) const {
    return *reinterpret_cast<const unsigned*>(table + offset);
  }
};

struct Shared {
  const char* table;
  __device__ explicit Shared(const unsigned* next) {
    __shared__ unsigned copy[kWords];
    for (int i = threadIdx.x; i < kWords; i += blockDim.x) copy[i] = next[i];
    __syncthreads();
    table = reinterpret_cast<const char*>(copy);
  }
  __device__ unsigned at(unsigned offset) const {
    return *reinterpret_cast<const unsigned*>(table + offset);
  }
};
// [/snippet:three-tables]

/// Follows `Chains` chains in each lane, each for `steps` steps.  The lanes of a warp start at
/// `distinct` neighbouring words; where a chain ends goes to `ends`.
template <class Table, int Chains>
__global__ void walk(unsigned* ends, long long* cycles, const unsigned* next, int distinct,
                     int steps) {
  const Table table(next);
  unsigned offset[Chains];
  for (int c = 0; c < Chains; ++c) {
    offset[c] = 4 * (threadIdx.x % distinct + c * kLineWords);
  }
  for (int c = 0; c < Chains; ++c) offset[c] = table.at(offset[c]);  // the table comes to its cache
  __syncthreads();
  // [snippet:walk]
  const long long start = clock64();
#pragma unroll 8
  for (int s = 0; s < steps; ++s) {
    for (int c = 0; c < Chains; ++c) offset[c] = table.at(offset[c]);
  }
  __syncthreads();
  // [/snippet:walk]
  if (threadIdx.x == 0) *cycles = clock64() - start;
  for (int c = 0; c < Chains; ++c) ends[c * blockDim.x + threadIdx.x] = offset[c];
}

// --- reference ---------------------------------------------------------------

/// Word i leads to the same place of the next line, and from the last line to the first.
unsigned next_word(unsigned word) { return (word + kLineWords) % kWords; }

std::vector<unsigned> walk_cpu(int threads, int chains, int distinct, int steps) {
  std::vector<unsigned> ends;
  for (int c = 0; c < chains; ++c) {
    for (int t = 0; t < threads; ++t) {
      unsigned word = t % distinct + c * kLineWords;
      for (int s = 0; s < steps + 1; ++s) word = next_word(word);
      ends.push_back(4 * word);
    }
  }
  return ends;
}

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  cm::DeviceBuffer<unsigned> d_next;
};

/// Cycles from the first read to the last of `warps` warps, median; NaN if a chain ended in the
/// wrong place.
template <class Table, int Chains>
double cycles_of_walk(const Bench& b, const char* variant, int warps, int distinct, int steps) {
  const int threads = 32 * warps;
  cm::DeviceBuffer<unsigned> d_ends(threads * Chains);
  cm::DeviceBuffer<long long> d_cycles(1);
  const std::vector<unsigned> want = walk_cpu(threads, Chains, distinct, steps);
  std::vector<long long> samples;
  for (int i = 0; i < kLaunches; ++i) {
    const bool right = cm::leaves(variant, d_ends, want, [&] {
      walk<Table, Chains>
          <<<1, threads>>>(d_ends.data(), d_cycles.data(), b.d_next.data(), distinct, steps);
    });
    if (!right) return NAN;
    samples.push_back(d_cycles.to_host()[0]);
  }
  std::sort(samples.begin(), samples.end());
  return static_cast<double>(samples[kLaunches / 2]);
}

template <class Table>
bool measure(const Bench& b, const char* variant, int distinct) {
  const int steps = b.options.quick ? 100 : 4096;
  const double one = cycles_of_walk<Table, 1>(b, variant, 1, distinct, steps);
  const double many = cycles_of_walk<Table, kChains>(b, variant, kManyWarps, distinct, steps);
  if (std::isnan(one) || std::isnan(many)) return false;
  cm::Row row("walk", variant);
  row.n(steps).param("distinct", distinct);
  if (cm::kHasTime) {
    row.value("latency_cycles", one / steps)
        .value("access_cycles", many / (1.0 * steps * kManyWarps * kChains));
  }
  b.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter06.constant_broadcast", options);
  std::vector<unsigned> next(kWords);
  for (unsigned word = 0; word < kWords; ++word) next[word] = 4 * next_word(word);
  CUDA_CHECK(cudaMemcpyToSymbol(c_next, next.data(), sizeof(c_next)));
  const Bench bench{report, options, cm::DeviceBuffer<unsigned>(next)};
  for (const int distinct : {1, 2, 4, 8, 16, 32}) {
    if (!measure<Constant>(bench, "constant", distinct) ||
        !measure<Shared>(bench, "shared", distinct) ||
        !measure<Global>(bench, "global", distinct)) {
      return report.fail();
    }
  }
  return report.finish();
}
