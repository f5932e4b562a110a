// SPDX-License-Identifier: MIT
//
// The sum of an array: from a tree in shared memory to the speed of the library.
//
// Claim:  which tree a block climbs matters while each thread brings one element.  Once each
//         thread adds many before the tree, the memory is the limit and the tree does not show.
// Input:  n floats, and once n integers, for which every order gives the same sum.
// Expect: the first four rungs by the work of their trees; the last ones by bytes in flight; the
//         very last one not behind the library.
// Run:    ctest --preset dev -R '^chapter08\.reduce_ladder$'
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "common/common.cuh"

#if !defined(CM_VIRTUAL_GPU) && __has_include(<cub/device/device_reduce.cuh>)
#define HAVE_CUB 1
#include <cub/device/device_reduce.cuh>
#else
#define HAVE_CUB 0
#endif

constexpr unsigned kAllLanes = 0xFFFFFFFFu;
constexpr int kTreeThreads = 256;

// --- reference ---------------------------------------------------------------

template <class T>
double sum_cpu(const std::vector<T>& in) {
  double sum = 0;
  for (const T value : in) sum += static_cast<double>(value);
  return sum;
}

// --- trees: the sum over a block of 256 threads, in thread 0 -----------------

struct Divergent {
  // [snippet:divergent]
  /// Threads that add lie further and further apart, so that all warps stay busy to the end.
  template <class T>
  static __device__ T sum(T* shared, T value) {
    const int thread = threadIdx.x;
    shared[thread] = value;
    for (int step = 1; step < kTreeThreads; step *= 2) {
      __syncthreads();
      if (thread % (2 * step) == 0) shared[thread] += shared[thread + step];
    }
    return threadIdx.x == 0 ? shared[0] : T{};
  }
  // [/snippet:divergent]
};

struct Conflicts {
  /// The threads that add are neighbours, but what they add lies apart: banks collide.
  template <class T>
  static __device__ T sum(T* shared, T value) {
    shared[threadIdx.x] = value;
    for (int step = 1; step < kTreeThreads; step *= 2) {
      __syncthreads();
      const int at = threadIdx.x * 2 * step;
      if (at < kTreeThreads) shared[at] += shared[at + step];
    }
    return threadIdx.x == 0 ? shared[0] : T{};
  }
};

struct Sequential {
  // [snippet:sequential]
  /// The first half adds the second half to its own, then the first quarter ...
  template <class T>
  static __device__ T sum(T* shared, T value) {
    const int thread = threadIdx.x;
    shared[thread] = value;
    for (int step = kTreeThreads / 2; step > 0; step /= 2) {
      __syncthreads();
      if (thread < step) shared[thread] += shared[thread + step];
    }
    return threadIdx.x == 0 ? shared[0] : T{};
  }
  // [/snippet:sequential]
};

/// The sum over a warp, in each of its lanes.
template <class T>
__device__ T warp_sum(T value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value += __shfl_xor_sync(kAllLanes, value, offset);
  }
  return value;
}

struct Shuffle {
  // [snippet:shuffle-tree]
  /// Five shuffles in each warp, one barrier, five shuffles in the first warp.
  template <class T>
  static __device__ T sum(T* shared, T value) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    value = warp_sum(value);
    if (lane == 0) shared[warp] = value;
    __syncthreads();
    if (warp == 0) value = warp_sum(lane < blockDim.x / 32 ? shared[lane] : T{});
    return value;
  }
  // [/snippet:shuffle-tree]
};

// --- kernels -----------------------------------------------------------------

/// One element a thread; each block leaves the sum of its elements.
template <class Tree, class T>
__global__ void sum_blocks(T* sums, const T* in, std::size_t n) {
  __shared__ T shared[kTreeThreads];
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kTreeThreads + threadIdx.x;
  const T sum = Tree::sum(shared, i < n ? in[i] : T{});
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// Four elements that are loaded at once.
template <class T>
struct alignas(4 * sizeof(T)) Four {
  T x, y, z, w;
  __device__ T sum() const { return (x + y) + (z + w); }
};

/// Leaves the sum of the block's elements; the last block to finish adds up what all have left.
/// `done` is nought at the start and again at the end.
template <class T>
__device__ void finish(T* out, T* sums, unsigned* done, T value) {
  __shared__ T shared[32];
  __shared__ bool last;
  // [snippet:last-block]
  value = Shuffle::sum(shared, value);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = value;
    __threadfence();  // whoever sees that this block is done sees its sum
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  T rest{};
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) rest += sums[i];
  rest = Shuffle::sum(shared, rest);
  // [/snippet:last-block]
  if (threadIdx.x == 0) {
    *out = rest;
    *done = 0;
  }
}

/// Each thread adds elements that lie a whole grid apart, one load at a time.
template <int kThreads, class T>
__global__ void __launch_bounds__(kThreads)
    sum_grid_stride(T* out, T* sums, unsigned* done, const T* in, std::size_t n) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
  T value{};
#pragma unroll 1  // or the compiler puts four loads in flight by itself
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; i < n;
       i += step) {
    value += in[i];
  }
  finish(out, sums, done, value);
}

/// Each thread has kLoads loads of four elements in flight.
template <int kThreads, int kLoads, class T>
__global__ void __launch_bounds__(kThreads)
    sum_vectors(T* out, T* sums, unsigned* done, const T* in, std::size_t n) {
  const auto* fours = reinterpret_cast<const Four<T>*>(in);
  const std::size_t whole = n / 4, step = static_cast<std::size_t>(gridDim.x) * kThreads * kLoads;
  // [snippet:loads-in-flight]
  T value[kLoads] = {};
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads * kLoads + threadIdx.x;
#pragma unroll 1
  for (; i + (kLoads - 1) * kThreads < whole; i += step) {
    Four<T> four[kLoads];
    for (int k = 0; k < kLoads; ++k) four[k] = fours[i + k * kThreads];
    for (int k = 0; k < kLoads; ++k) value[k] += four[k].sum();
  }
  // [/snippet:loads-in-flight]
  for (int k = 0; k < kLoads; ++k) {
    if (i + k * kThreads < whole) value[0] += fours[i + k * kThreads].sum();
  }
  if (blockIdx.x == 0 && threadIdx.x < n % 4) value[0] += in[4 * whole + threadIdx.x];
  for (int k = 1; k < kLoads; ++k) value[0] += value[k];
  finish(out, sums, done, value[0]);
}

/// The trees alone: a block sums what its threads hold, again and again.
template <class Tree>
__global__ void block_sum(unsigned* out, long long* cycles, int rounds) {
  __shared__ unsigned shared[kTreeThreads], total;
  unsigned value = threadIdx.x;
  const long long start = clock64();
  for (int round = 0; round < rounds; ++round) {
    const unsigned sum = Tree::sum(shared, value);
    if (threadIdx.x == 0) total = sum;
    __syncthreads();
    value = total + threadIdx.x;
  }
  if (threadIdx.x == 0) *cycles = clock64() - start;
  out[threadIdx.x] = value;
}

// --- check, time, check again ------------------------------------------------

template <class T>
std::vector<T> random_numbers(std::size_t n) {
  std::vector<T> numbers(n);
  cm::fill_random<T>(numbers, 8, T{0}, T{1});
  return numbers;
}

template <class T>
struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<T> in;
  double want = sum_cpu(in);
  cm::DeviceBuffer<T> d_in{in}, d_sums{in.size() / kTreeThreads + 4096}, d_more{d_sums.size()};
  cm::DeviceBuffer<T> d_out{1};
  cm::DeviceBuffer<unsigned> d_done{std::vector<unsigned>{0}};

  /// Integers add up exactly.  A float's error grows with the additions in a row, of which no rung
  /// has more than 4096; all terms are positive.
  cm::Tolerance tolerance() const {
    if (std::is_integral_v<T>) return {};
    return cm::sum_tolerance(4096, std::numeric_limits<float>::epsilon() / 2, want);
  }
};

/// Adds a row for floats if `run` leaves the sum in d_out, both before and after it is timed.
template <class T, class Run>
bool measure(Bench<T>& b, const char* variant, cm::Row row, Run&& run) {
  const auto passes = [&] {
    b.d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close<double>(variant, {static_cast<double>(b.d_out.to_host()[0])}, {b.want},
                                   b.tolerance());
  };
  if (!passes()) return false;
  if (std::is_integral_v<T>) return true;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  row.n(b.in.size()).bytes(static_cast<double>(b.d_in.bytes())).timing(timing);
  row.predicted("dram_read_bytes", static_cast<double>(b.d_in.bytes()));
  b.report.add(row);
  return true;
}

/// Sums blocks, then the sums of blocks, until one is left; the launches this takes.
template <class Tree, class T>
int sum_in_passes(Bench<T>& b) {
  const T* from = b.d_in.data();
  T* to = b.d_sums.data();
  T* next = b.d_more.data();
  int launches = 0;
  for (std::size_t n = b.in.size(); n > 1 || launches == 0; ++launches) {
    const auto blocks = static_cast<unsigned>((n + kTreeThreads - 1) / kTreeThreads);
    sum_blocks<Tree><<<blocks, kTreeThreads>>>(blocks > 1 ? to : b.d_out.data(), from, n);
    from = to;
    std::swap(to, next);
    n = blocks;
  }
  return launches;
}

template <class Tree, class T>
bool measure_tree(Bench<T>& b, const char* variant) {
  cm::Row row("sum", variant);
  row.param("threads", kTreeThreads).value("launches", sum_in_passes<Tree>(b));
  return measure(b, variant, row, [&] { sum_in_passes<Tree>(b); });
}

/// A kernel of one launch, with as many blocks as `per_sm` on each SM.
template <class T>
bool measure_kernel(Bench<T>& b, const char* variant,
                    void (*kernel)(T*, T*, unsigned*, const T*, std::size_t), int threads,
                    int per_sm) {
  cm::Row row("sum", variant);
  row.param("threads", threads).param("blocks_per_sm", per_sm).value("launches", 1);
  const std::size_t enough = b.in.size() / (4 * threads) + 1;
  const auto blocks = static_cast<int>(std::min<std::size_t>(cm::sm_count() * per_sm, enough));
  return measure(b, variant, row, [&] {
    kernel<<<blocks, threads>>>(b.d_out.data(), b.d_sums.data(), b.d_done.data(), b.d_in.data(),
                                b.in.size());
  });
}

#if HAVE_CUB
/// A call that fails leaves the poison in the output, where the check finds it.
template <class T>
bool measure_cub(Bench<T>& b) {
  const auto n = static_cast<int>(b.in.size());
  std::size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, b.d_in.data(), b.d_out.data(), n);
  cm::DeviceBuffer<char> scratch(bytes);
  return measure(b, "cub", cm::Row("sum", "cub"), [&] {
    cub::DeviceReduce::Sum(scratch.data(), bytes, b.d_in.data(), b.d_out.data(), n);
  });
}
#else
template <class T>
bool measure_cub(Bench<T>&) {
  return true;  // main says that it is skipped
}
#endif

/// What the threads of block_sum hold in the end.
std::vector<unsigned> block_sum_cpu(int rounds) {
  unsigned before = 0;  // what all threads hold, beside their own number
  for (int round = 0; round < rounds; ++round) {
    before = kTreeThreads * before + kTreeThreads * (kTreeThreads - 1) / 2;
  }
  std::vector<unsigned> values;
  for (unsigned thread = 0; thread < kTreeThreads; ++thread) values.push_back(before + thread);
  return values;
}

/// Adds a row with the cycles that a block needs for one tree, if the sums are right.
template <class Tree>
bool measure_alone(cm::Report& report, const cm::Options& options, const char* variant) {
  const int rounds = options.quick ? 7 : 2001;
  cm::DeviceBuffer<unsigned> d_out(kTreeThreads);
  cm::DeviceBuffer<long long> d_cycles(1);
  const auto run = [&] {
    block_sum<Tree><<<1, kTreeThreads>>>(d_out.data(), d_cycles.data(), rounds);
  };
  const auto passes = [&] {
    d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close(variant, d_out.to_host(), block_sum_cpu(rounds));
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(options, run, cm::L2::kWarm);
  if (!passes()) return false;
  const double cycles = static_cast<double>(d_cycles.to_host()[0]) / rounds;
  cm::Row row("block_sum", variant);
  row.n(kTreeThreads).value("tree_cycles", timing.valid ? cycles : NAN);
  report.add(row.timing(timing));
  return true;
}

template <class T>
bool climb(Bench<T>& b) {
  // The profiler has no use for the yardstick.
  return measure_tree<Divergent>(b, "divergent") && measure_tree<Conflicts>(b, "conflicts") &&
         measure_tree<Sequential>(b, "sequential") && measure_tree<Shuffle>(b, "shuffle") &&
         measure_kernel<T>(b, "grid_stride", sum_grid_stride<512, T>, 512, 4) &&
         measure_kernel<T>(b, "float4", sum_vectors<512, 1, T>, 512, 4) &&
         measure_kernel<T>(b, "float4_in_flight", sum_vectors<512, 4, T>, 512, 4) &&
         (b.options.profile || measure_cub(b));
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter08.reduce_ladder", options);
#if !HAVE_CUB
  report.skip("cub", "the program was built without the headers of CUB");
#endif
  std::vector<std::size_t> sizes = {(std::size_t{1} << 28) + 123};
  if (options.quick) sizes = {1, 33, 1024, 70001};
  for (const std::size_t n : sizes) {
    Bench<float> floats{report, options, random_numbers<float>(n)};
    if (!climb(floats)) return report.fail();
  }
  if (!measure_alone<Divergent>(report, options, "divergent") ||
      !measure_alone<Conflicts>(report, options, "conflicts") ||
      !measure_alone<Sequential>(report, options, "sequential") ||
      !measure_alone<Shuffle>(report, options, "shuffle")) {
    return report.fail();
  }
  Bench<unsigned> integers{report, options, random_numbers<unsigned>(70003)};
  if (!options.profile && !climb(integers)) return report.fail();
  return report.finish();
}
