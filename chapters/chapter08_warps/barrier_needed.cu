// SPDX-License-Identifier: MIT
//
// What goes wrong where threads of a block read each other's shared memory without a barrier.
//
// Claim:  one barrier is needed between writing and reading, and one more before the next write.
//         The sample in which thread 0 stores the sum of what lies before it always stores nought.
// Input:  256 integers for each of many blocks.
// Expect: with barriers every block right; without, some or none of them wrong, and never by
//         design.  The race checker needs no luck: see the faults of this program.
// Run:    ctest --preset dev -R '^chapter08\.barrier_needed$'
#include <vector>

#include "common/common.cuh"

constexpr int kThreads = 256;

// --- kernels -----------------------------------------------------------------

/// Each thread sums the numbers of the block up to its own.
template <bool kBarrier>
__global__ void running_total(unsigned* out, const unsigned* in) {
  // [snippet:running-total]
  __shared__ unsigned shared[kThreads];
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  shared[threadIdx.x] = in[i];
  if (kBarrier) __syncthreads();  // the sum is of what others wrote
  unsigned sum = 0;
  for (unsigned k = 0; k <= threadIdx.x; ++k) sum += shared[k];
  out[i] = sum;
  // [/snippet:running-total]
}

// [snippet:rotate]
/// Moves each number one place down, `rounds` times; kBarriers of the two barriers are there.
template <int kBarriers>
__global__ void rotate(unsigned* out, const unsigned* in, int rounds) {
  __shared__ unsigned shared[kThreads];
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  shared[threadIdx.x] = in[i];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    const unsigned next = shared[(threadIdx.x + 1) % kThreads];
    if (kBarriers >= 2) __syncthreads();  // all have read before anyone writes
    shared[threadIdx.x] = next;
    if (kBarriers >= 1) __syncthreads();  // all have written before anyone reads
  }
  out[i] = shared[threadIdx.x];
}

/// The same with two arrays in turn: nobody writes where others still read.
__global__ void rotate_two_arrays(unsigned* out, const unsigned* in, int rounds) {
  __shared__ unsigned shared[2][kThreads];
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  shared[0][threadIdx.x] = in[i];
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    shared[(round + 1) % 2][threadIdx.x] = shared[round % 2][(threadIdx.x + 1) % kThreads];
  }
  out[i] = shared[rounds % 2][threadIdx.x];
}
// [/snippet:rotate]

/// The sample: each thread sums what lies before it, and kStorer stores the block's total.
template <int kStorer>
__global__ void block_total(unsigned* out, const unsigned* in) {
  // [snippet:thread-zero]
  __shared__ unsigned shared[kThreads];
  const unsigned own = in[blockIdx.x * kThreads + threadIdx.x];
  shared[threadIdx.x] = own;
  __syncthreads();
  unsigned sum = 0;
  for (unsigned i = 0; i < threadIdx.x; ++i) sum += shared[i];
  if (threadIdx.x == kStorer) out[blockIdx.x] = kStorer == 0 ? sum : sum + own;
  // [/snippet:thread-zero]
}

// --- reference ---------------------------------------------------------------

std::vector<unsigned> running_total_cpu(const std::vector<unsigned>& in) {
  std::vector<unsigned> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i] = in[i] + (i % kThreads == 0 ? 0 : out[i - 1]);
  }
  return out;
}

std::vector<unsigned> rotate_cpu(const std::vector<unsigned>& in, int rounds) {
  std::vector<unsigned> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i] = in[i / kThreads * kThreads + (i + rounds) % kThreads];
  }
  return out;
}

std::vector<unsigned> block_total_cpu(const std::vector<unsigned>& in) {
  const std::vector<unsigned> up_to_here = running_total_cpu(in);
  std::vector<unsigned> out;
  for (std::size_t i = kThreads - 1; i < in.size(); i += kThreads) out.push_back(up_to_here[i]);
  return out;
}

// --- run, count what is wrong ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<unsigned> in;
  cm::DeviceBuffer<unsigned> d_in{in}, d_out{in.size()};

  unsigned blocks() const { return static_cast<unsigned>(in.size() / kThreads); }
};

/// What must come of a variant.
enum class Expect { kRight, kNought, kAnything };

/// Runs a variant and adds a row with the number of blocks that hold a wrong result.  `want` has
/// `per_block` numbers for each block.
template <class Run>
bool count_wrong(Bench& b, const char* kernel, const char* variant, Expect expect,
                 const std::vector<unsigned>& want, Run&& run) {
  b.d_out.poison();
  run();
  CUDA_CHECK_LAST();
  std::vector<unsigned> got = b.d_out.to_host();
  got.resize(want.size());
  if (expect == Expect::kRight && !cm::check_close(variant, got, want)) return false;
  if (expect == Expect::kNought &&
      !cm::check_close(variant, got, std::vector<unsigned>(want.size()))) {
    return false;
  }
  const std::size_t per_block = want.size() / b.blocks();
  unsigned wrong = 0;
  for (unsigned block = 0; block < b.blocks(); ++block) {
    bool same = true;
    for (std::size_t i = 0; i < per_block; ++i) {
      same = same && got[block * per_block + i] == want[block * per_block + i];
    }
    if (!same) ++wrong;
  }
  cm::Row row(kernel, variant);
  row.n(want.size()).value("blocks", b.blocks()).value("wrong_blocks", wrong);
  b.report.add(row.value("first_result", got[0]).value("first_wanted", want[0]));
  return true;
}

bool run_all(Bench& b) {
  constexpr int kRounds = 100;
  const std::vector<unsigned> totals = running_total_cpu(b.in);
  const std::vector<unsigned> rotated = rotate_cpu(b.in, kRounds);
  const std::vector<unsigned> sums = block_total_cpu(b.in);
  unsigned* out = b.d_out.data();
  const unsigned* in = b.d_in.data();
  const auto total = [&](auto kernel) {
    return [=, &b] { kernel<<<b.blocks(), kThreads>>>(out, in); };
  };
  const auto turn = [&](auto kernel) {
    return [=, &b] { kernel<<<b.blocks(), kThreads>>>(out, in, kRounds); };
  };
  const bool right =
      count_wrong(b, "running_total", "barrier", Expect::kRight, totals,
                  total(running_total<true>)) &&
      count_wrong(b, "rotate", "two_barriers", Expect::kRight, rotated, turn(rotate<2>)) &&
      count_wrong(b, "rotate", "two_arrays", Expect::kRight, rotated, turn(rotate_two_arrays)) &&
      count_wrong(b, "block_total", "thread_0_stores", Expect::kNought, sums,
                  total(block_total<0>)) &&
      count_wrong(b, "block_total", "last_thread_stores", Expect::kRight, sums,
                  total(block_total<kThreads - 1>));
  // A race: what comes of it is the hardware's choice.  Checkers run the quick sizes, without it.
  if (!right || b.options.quick) return right;
  return count_wrong(b, "running_total", "no_barrier", Expect::kAnything, totals,
                     total(running_total<false>)) &&
         count_wrong(b, "rotate", "one_barrier", Expect::kAnything, rotated, turn(rotate<1>)) &&
         count_wrong(b, "rotate", "no_barrier", Expect::kAnything, rotated, turn(rotate<0>));
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter08.barrier_needed", options);
  std::vector<unsigned> in((options.quick ? 3 : 20'000) * kThreads);
  cm::fill_random(in, 8, 1u, 1000u);
  Bench b{report, options, in};
  return run_all(b) ? report.finish() : report.fail();
}
