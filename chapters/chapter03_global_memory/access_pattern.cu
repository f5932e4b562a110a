// SPDX-License-Identifier: MIT
//
// What the access pattern of a warp costs: sectors on paper beside bandwidth on the clock.
//
// Claim:  a request costs the 32-byte sectors that its lanes touch, in whatever order; the speed
//         of a copy hangs as much on how many bytes each thread has on the way.
// Input:  n floats to copy or to sum, out of an array as far as the pattern reaches; once with n
//         far above L2, once with n small enough to fit.  Checked at a prime n, too.
// Run:    ctest --preset dev -R '^chapter03\.access_pattern$'

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kBlock = 256;           // threads
constexpr unsigned kUnroll = 4;            // loads in each thread of unrolled_copy
constexpr unsigned kTerms = 16;            // loads in each thread of strided_sum
constexpr std::size_t kPrimeSize = 10007;  // leaves every kernel a ragged end
constexpr std::size_t kQuickSize = 1 << 16;
constexpr std::size_t kWarmSize = 1 << 22;  // 16 MiB to read and 16 MiB to write

// --- kernels -----------------------------------------------------------------

// [snippet:strided-copy]
/// Copies every stride-th float: the lanes of a warp read `stride` floats apart.
__global__ void strided_copy(float* out, const float* in, std::size_t n, int stride) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}
// [/snippet:strided-copy]

/// Copies n floats that begin `offset` floats after an aligned address.
__global__ void offset_copy(float* out, const float* in, std::size_t n, int offset) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}

/// Each warp reads its own 32 floats in another order.  An odd `step` gives every lane a place
/// of its own; step 0 sends all lanes to the same one.
__global__ void permuted_copy(float* out, const float* in, std::size_t n, unsigned step,
                              unsigned flip) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  const unsigned lane = threadIdx.x % 32;
  const unsigned place = (lane * step ^ flip) % 32;
  if (i < n) out[i] = in[i - lane + place];
}

/// Reads as the copies do and writes little: one sum of kTerms floats from each thread.
__global__ void strided_sum(float* sums, const float* in, std::size_t n, int stride, int offset) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kBlock * kTerms + threadIdx.x;
  float sum = 0.0f;
#pragma unroll
  for (unsigned term = 0; term < kTerms; ++term) {
    const std::size_t i = first + term * kBlock;
    sum += i < n ? in[i * stride + offset] : 0.0f;
  }
  sums[static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x] = sum;
}

/// Reads through the path for data that nothing writes while the kernel runs.
__global__ void read_only_copy(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = __ldg(in + i);
}

// [snippet:unrolled-copy]
/// Copies kUnroll floats in each thread; all are asked for before the first is needed.
__global__ void unrolled_copy(float* out, const float* in, std::size_t n) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kBlock * kUnroll + threadIdx.x;
  float value[kUnroll];
#pragma unroll
  for (unsigned k = 0; k < kUnroll; ++k) {
    const std::size_t i = first + k * kBlock;
    value[k] = i < n ? in[i] : 0.0f;
  }
#pragma unroll
  for (unsigned k = 0; k < kUnroll; ++k) {
    const std::size_t i = first + k * kBlock;
    if (i < n) out[i] = value[k];
  }
}
// [/snippet:unrolled-copy]

/// Copies one Vector of floats in each thread.  The floats after the last whole vector go to
/// the first threads, one each.
template <class Vector>
__global__ void vector_copy(float* out, const float* in, std::size_t n) {
  constexpr std::size_t kWidth = sizeof(Vector) / sizeof(float);
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n / kWidth) {
    reinterpret_cast<Vector*>(out)[i] = reinterpret_cast<const Vector*>(in)[i];
  }
  if (i < n % kWidth) out[n - 1 - i] = in[n - 1 - i];
}

// --- patterns ----------------------------------------------------------------

using Launch = std::function<void(float* out, const float* in, std::size_t n)>;
using Place = std::function<std::size_t(std::size_t i)>;

/// One way to read n floats, and what it should come to.
struct Pattern {
  std::string kernel;
  std::string variant;
  std::string param;  ///< What tells rows of the variant apart; may be empty.
  int value;
  Launch run;
  Place source;        ///< Reference: element i comes from in[source(i)].
  unsigned terms = 1;  ///< Elements that make one output; more than 1 for a sum.
  unsigned loads = 1;  ///< Load instructions in each thread; 0 if it is no kernel.
  int bytes = 4;       ///< Width of a load.
};

/// Launches `kernel` with `each` of the n elements for every thread.
template <class... Rest>
Launch launcher(void (*kernel)(float*, const float*, std::size_t, Rest...), unsigned each,
                Rest... rest) {
  return [=](float* out, const float* in, std::size_t n) {
    const std::size_t per_block = static_cast<std::size_t>(each) * kBlock;
    const auto blocks = static_cast<unsigned>((n + per_block - 1) / per_block);
    kernel<<<blocks, kBlock>>>(out, in, n, rest...);
  };
}

std::vector<Pattern> strided_patterns() {
  std::vector<Pattern> patterns;
  for (const int stride : {1, 2, 3, 4, 8, 16, 32}) {
    const Place source = [=](std::size_t i) { return i * stride; };
    patterns.push_back(
        {"strided_copy", "float", "stride", stride, launcher(strided_copy, 1, stride), source});
    patterns.push_back({"strided_sum", "float", "stride", stride,
                        launcher(strided_sum, kTerms, stride, 0), source, kTerms, kTerms});
  }
  return patterns;
}

std::vector<Pattern> offset_patterns() {
  std::vector<Pattern> patterns;
  for (const int offset : {0, 1, 2, 4, 7, 8, 16, 24, 32, 64}) {
    const Place source = [=](std::size_t i) { return i + offset; };
    patterns.push_back(
        {"offset_copy", "float", "offset", offset, launcher(offset_copy, 1, offset), source});
    patterns.push_back({"offset_sum", "float", "offset", offset,
                        launcher(strided_sum, kTerms, 1, offset), source, kTerms, kTerms});
  }
  return patterns;
}

std::vector<Pattern> permuted_patterns() {
  const auto permuted = [](const char* variant, unsigned step, unsigned flip, auto place) {
    return Pattern{"permuted_copy",
                   variant,
                   "",
                   0,
                   launcher(permuted_copy, 1, step, flip),
                   [=](std::size_t i) { return i / 32 * 32 + place(i % 32); }};
  };
  return {permuted("in_order", 1, 0, [](std::size_t lane) { return lane; }),
          permuted("reversed", 1, 31, [](std::size_t lane) { return 31 - lane; }),
          permuted("shuffled", 13, 21, [](std::size_t lane) { return 13 * lane % 32 ^ 21; }),
          permuted("broadcast", 0, 0, [](std::size_t) { return 0; })};
}

std::vector<Pattern> copy_patterns() {
  const Place same = [](std::size_t i) { return i; };
  const Launch memcpy = [](float* out, const float* in, std::size_t n) {
    CUDA_CHECK(cudaMemcpyAsync(out, in, n * sizeof(float), cudaMemcpyDeviceToDevice));
  };
  return {{"copy", "memcpy", "", 0, memcpy, same, 1, 0},
          {"copy", "float", "", 0, launcher(vector_copy<float>, 1), same},
          {"copy", "float_ldg", "", 0, launcher(read_only_copy, 1), same},
          {"copy", "float_x4", "", 0, launcher(unrolled_copy, kUnroll), same, 1, kUnroll},
          {"copy", "float2", "", 0, launcher(vector_copy<float2>, 2), same, 1, 1, 8},
          {"copy", "float4", "", 0, launcher(vector_copy<float4>, 4), same, 1, 1, 16}};
}

// --- reference ---------------------------------------------------------------

std::vector<float> pattern_cpu(const Pattern& pattern, const std::vector<float>& in,
                               std::size_t n) {
  const std::size_t per_block = static_cast<std::size_t>(pattern.terms) * kBlock;
  const std::size_t blocks = (n + per_block - 1) / per_block;
  std::vector<float> out(pattern.terms == 1 ? n : blocks * kBlock);
  for (std::size_t o = 0; o < out.size(); ++o) {
    std::size_t i = o / kBlock * per_block + o % kBlock;
    for (unsigned term = 0; term < pattern.terms && i < n; ++term, i += kBlock) {
      out[o] += in[pattern.source(i)];  // in the kernel's order, so it rounds the same
    }
  }
  return out;
}

// --- check, time, check again ------------------------------------------------

/// Adds what the model says of one warp.  All warps cost alike, since n is a multiple of what a
/// block takes, and from warp to warp the addresses move by whole lines.
void predict(cm::Row& row, const Pattern& pattern) {
  const cm::GlobalCost load = cm::global_cost(cm::warp_access(0, pattern.bytes, pattern.source));
  const cm::GlobalCost store =
      cm::global_cost(cm::warp_access(0, pattern.bytes, [](int lane) { return lane; }));
  const int moved_bytes = load.sectors * cm::kSectorBytes;
  row.predicted("load_requests_per_warp", pattern.loads)
      .predicted("load_sectors_per_request", load.sectors)
      .predicted("store_sectors_per_request", store.sectors)
      .predicted("load_efficiency_percent", 100.0 * load.useful_bytes / moved_bytes);
}

/// True if the sectors that n elements touch, and the output beside them, fit into the L2 cache.
bool fits_l2(const Pattern& pattern, std::size_t n, std::size_t outputs) {
  const auto access = cm::warp_access(0, pattern.bytes, pattern.source);
  const double elements = 32.0 * pattern.bytes / sizeof(float);  // of one request
  const double read = n / elements * cm::global_cost(access).sectors * cm::kSectorBytes;
  return read + sizeof(float) * outputs <= cm::l2_bytes();
}

/// `in` and `d_in` hold the same floats.
bool measure(cm::Report& report, const cm::Options& options, const Pattern& pattern,
             const std::vector<float>& in, const cm::DeviceBuffer<float>& d_in, std::size_t n,
             cm::L2 state) {
  const auto run = [&](cm::DeviceBuffer<float>& d_out, std::size_t size) {
    pattern.run(d_out.data(), d_in.data(), size);
  };
  const auto passes = [&](const std::vector<float>& want, std::size_t size) {
    cm::DeviceBuffer<float> d_out(want.size());
    d_out.poison();
    run(d_out, size);
    CUDA_CHECK_LAST();
    return cm::check_close(pattern.variant.c_str(), d_out.to_host(), want);
  };
  const std::vector<float> want = pattern_cpu(pattern, in, n);
  if (!passes(pattern_cpu(pattern, in, kPrimeSize), kPrimeSize) || !passes(want, n)) return false;
  cm::DeviceBuffer<float> d_out(want.size());
  const cm::Timing timing = cm::time_ms(options, [&] { run(d_out, n); }, state);
  if (!passes(want, n)) return false;

  cm::Row row(pattern.kernel, pattern.variant);
  row.n(n).bytes(static_cast<double>(sizeof(float)) * (n + want.size())).timing(timing);
  if (!pattern.param.empty()) row.param(pattern.param, pattern.value);
  if (state == cm::L2::kWarm && fits_l2(pattern, n, want.size())) row.from_l2();
  if (pattern.loads != 0) predict(row, pattern);
  report.add(row);
  return true;
}

/// The largest power of two up to `wanted` for which an array of `reach` times as many floats
/// and two outputs fill no more than half of the free memory.
std::size_t fitting_size(std::size_t wanted, std::size_t reach) {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  while (wanted > kWarmSize && wanted * (reach + 2) * sizeof(float) > free_bytes / 2) wanted /= 2;
  return wanted;
}

/// Measures `patterns`, which read no further than `reach` * n + 64 floats.
bool measure_all(cm::Report& report, const cm::Options& options,
                 const std::vector<Pattern>& patterns, std::size_t reach, std::size_t cold_size) {
  const std::size_t n = options.quick ? kQuickSize : fitting_size(cold_size, reach);
  std::vector<float> in(n * reach + 64);
  cm::fill_random(in, 1, 0.0f, 1.0f);
  const cm::DeviceBuffer<float> d_in(in);
  for (const Pattern& pattern : patterns) {
    if (options.profile && pattern.loads == 0) continue;  // a profiler sees kernels only
    if (!measure(report, options, pattern, in, d_in, n, cm::L2::kCold)) return false;
    if (options.quick || options.profile) continue;
    if (!measure(report, options, pattern, in, d_in, kWarmSize, cm::L2::kWarm)) return false;
  }
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.access_pattern", options);
  const bool ok = measure_all(report, options, strided_patterns(), 32, 1 << 25) &&
                  measure_all(report, options, offset_patterns(), 1, 1 << 26) &&
                  measure_all(report, options, permuted_patterns(), 1, 1 << 26) &&
                  measure_all(report, options, copy_patterns(), 1, 1 << 28);
  return ok ? report.finish() : report.fail();
}
