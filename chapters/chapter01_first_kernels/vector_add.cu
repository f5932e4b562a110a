// SPDX-License-Identifier: MIT
//
// The first kernel of the book: c = a + b, one thread for each element.
//
// Claim:  an addition needs 12 bytes of memory traffic, so memory sets the pace, and hardly
//         anything that you do to the block size changes that.  A grid of n / block blocks leaves
//         the last n mod block elements untouched.
// Input:  n float in two arrays; timed at a power of two, checked also at a prime.
// Expect: the same bandwidth from 128 threads a block on, less with 32; more with float4.
// Run:    ctest --preset dev -R '^chapter01\.vector_add$'
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/common.cuh"

constexpr std::size_t kPrimeSize = 30'011;  // no multiple of any block

// --- reference ---------------------------------------------------------------

std::vector<float> add_cpu(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> c(a.size());
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
  return c;
}

// --- kernels -----------------------------------------------------------------

// [snippet:vector-add]
/// Adds one pair in each thread.
__global__ void vector_add(float* c, const float* a, const float* b, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
// [/snippet:vector-add]

/// Adds four neighbouring pairs in each thread.  Those after the last whole four go to the first
/// threads, one each.
__global__ void vector_add4(float* c, const float* a, const float* b, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    const float4 x = reinterpret_cast<const float4*>(a)[i];
    const float4 y = reinterpret_cast<const float4*>(b)[i];
    reinterpret_cast<float4*>(c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  if (i < n % 4) c[n - 1 - i] = a[n - 1 - i] + b[n - 1 - i];
}

// --- launches ----------------------------------------------------------------

struct Variant {
  const char* name;
  void (*kernel)(float*, const float*, const float*, std::size_t);
  unsigned block;  ///< Threads of a block.
  unsigned each;   ///< Elements of a thread.
};

/// The two inputs, on the host and on the device, and what their sums have to be.
struct Inputs {
  explicit Inputs(std::size_t n) : a(n), b(n), d_a(n), d_b(n) {
    cm::fill_random(a, 1, -1.0f, 1.0f);
    cm::fill_random(b, 2, -1.0f, 1.0f);
    d_a.copy_from(a);
    d_b.copy_from(b);
    sum = add_cpu(a, b);
  }
  /// The first n sums.
  std::vector<float> want(std::size_t n) const {
    return {sum.begin(), sum.begin() + static_cast<std::ptrdiff_t>(n)};
  }

  std::vector<float> a, b, sum;
  cm::DeviceBuffer<float> d_a, d_b;
};

// [snippet:launch]
/// Enough blocks for n elements: the division rounds up, and the kernel's guard takes care of the
/// threads that this adds.
unsigned blocks_for(std::size_t n, std::size_t per_block) {
  return static_cast<unsigned>((n + per_block - 1) / per_block);
}

void run(const Variant& v, cm::DeviceBuffer<float>& c, const Inputs& in, std::size_t n) {
  const unsigned blocks = blocks_for(n, static_cast<std::size_t>(v.block) * v.each);
  v.kernel<<<blocks, v.block>>>(c.data(), in.d_a.data(), in.d_b.data(), n);
}
// [/snippet:launch]

// --- check, time, check again ------------------------------------------------

bool passes(const Variant& v, const Inputs& in, std::size_t n) {
  cm::DeviceBuffer<float> c(n);
  c.poison();
  run(v, c, in, n);
  CUDA_CHECK_LAST();
  return cm::check_close(v.name, c.to_host(), in.want(n));
}

void predict(cm::Row& row, const Variant& v) {
  const int bytes = static_cast<int>(v.each * sizeof(float));
  const cm::GlobalCost cost =
      cm::global_cost(cm::warp_access(0, bytes, [](int lane) { return lane; }));
  row.predicted("load_requests_per_warp", 2)
      .predicted("load_sectors_per_request", cost.sectors)
      .predicted("store_sectors_per_request", cost.sectors);
}

bool measure(cm::Report& report, const cm::Options& options, const Variant& v, const Inputs& in) {
  const std::size_t n = in.a.size();
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{3}, kPrimeSize, n}) {
    if (!passes(v, in, std::min(size, n))) return false;
  }
  cm::DeviceBuffer<float> c(n);
  const cm::Timing timing = cm::time_ms(options, [&] { run(v, c, in, n); });
  if (!passes(v, in, n)) return false;

  cm::Row row("vector_add", v.name);
  row.n(n).param("block", v.block).bytes(3.0 * sizeof(float) * static_cast<double>(n));
  row.timing(timing).value("rate_gflops", static_cast<double>(n) / timing.median_ms / 1e6);
  predict(row, v);
  report.add(row);
  return true;
}

// --- the grid that is one block short ----------------------------------------

/// Counts what a grid of `blocks` blocks leaves unwritten, which has to be `missing` elements.
bool count_untouched(cm::Report& report, const char* name, const Inputs& in, unsigned blocks,
                     std::size_t missing) {
  constexpr unsigned kBlock = 256;
  cm::DeviceBuffer<float> d_c(kPrimeSize);
  d_c.poison();
  vector_add<<<blocks, kBlock>>>(d_c.data(), in.d_a.data(), in.d_b.data(), kPrimeSize);
  CUDA_CHECK_LAST();
  std::vector<float> want = in.want(kPrimeSize);
  std::fill(want.end() - static_cast<std::ptrdiff_t>(missing), want.end(), NAN);
  const std::vector<float> c = d_c.to_host();
  cm::Tolerance poison_stays;
  poison_stays.nan_equal = true;
  if (!cm::check_close(name, c, want, poison_stays)) return false;
  const auto untouched = std::count_if(c.begin(), c.end(), [](float x) { return std::isnan(x); });
  cm::Row row("grid_size", name);
  row.n(kPrimeSize).param("block", kBlock).param("blocks", blocks);
  row.value("untouched", static_cast<double>(untouched));
  report.add(row.predicted("untouched", static_cast<double>(missing)));
  return true;
}

bool compare_grids(cm::Report& report, const Inputs& in) {
  // [snippet:rounded-down]
  const auto down = static_cast<unsigned>(kPrimeSize / 256);        // wrong: drops the rest
  const auto up = static_cast<unsigned>((kPrimeSize + 255) / 256);  // right
  // [/snippet:rounded-down]
  return count_untouched(report, "rounded_down", in, down, kPrimeSize % 256) &&
         count_untouched(report, "rounded_up", in, up, 0);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter01.vector_add", options);
  const Inputs in(options.quick ? std::size_t{1} << 16 : std::size_t{1} << 26);
  bool ok = options.profile || compare_grids(report, in);  // a profiler sees timed kernels only
  for (const unsigned block : {32u, 64u, 128u, 256u, 512u, 1024u}) {
    if (options.quick && block != 256) continue;
    ok = ok && measure(report, options, {"float", vector_add, block, 1}, in);
    if (block < 128 || block > 512) continue;
    ok = ok && measure(report, options, {"float4", vector_add4, block, 4}, in);
  }
  return ok ? report.finish() : report.fail();
}
