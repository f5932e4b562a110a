// SPDX-License-Identifier: MIT
//
// x[i] *= k for any number of elements, with a grid of any size.
//
// Claim:  in a grid-stride loop the grid is free of the problem's size: nothing to round up, no
//         elements to lose, and nought elements are no special case.  The index has to be as wide
//         as the size: an int ends at 2^31.
// Input:  n float, from nought on; and 2^31 and some bytes, each of which must be scaled once.
// Expect: with too few blocks too little is on the way; from some number of blocks on the rate of
//         one thread for each element, or a little more.
// Run:    ctest --preset dev -R '^chapter01\.grid_stride_scale$'
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr std::size_t kOddSize = 30'011;                            // a prime
constexpr std::size_t kWideSize = (std::size_t{1} << 31) + 12'345;  // bytes
constexpr std::size_t kGuardBytes = 4096;                           // nobody may write behind x

// --- reference ---------------------------------------------------------------

std::vector<float> scale_cpu(std::vector<float> x, float k) {
  for (float& value : x) value *= k;
  return x;
}

// --- kernels -----------------------------------------------------------------

// [snippet:grid-stride]
/// Scales all n elements, however many threads there are: each takes the next element of its own
/// until none is left, and neighbouring threads take neighbouring elements on every trip.
__global__ void scale(float* x, std::size_t n, float k) {
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += threads) {
    x[i] *= k;
  }
}
// [/snippet:grid-stride]

/// One element for each thread of a grid that covers n.
__global__ void scale_one(float* x, std::size_t n, float k) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= k;
}

// [snippet:wide-index]
/// Triples n bytes; Index is the type of the index.
template <class Index>
__global__ void triple(std::uint8_t* x, std::size_t n) {
  const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (static_cast<std::size_t>(i) < n) x[i] = static_cast<std::uint8_t>(3 * x[i]);
}
// [/snippet:wide-index]

// --- check, time, check again ------------------------------------------------

/// A grid for n elements; 0 blocks for each SM stands for one thread for each element.
struct Grid {
  const char* variant;
  int blocks_per_sm;

  void run(float* x, std::size_t n, float k) const {
    if (blocks_per_sm != 0) {
      scale<<<blocks_per_sm * cm::sm_count(), kBlock>>>(x, n, k);
    } else if (n != 0) {  // a grid without blocks is an error
      scale_one<<<static_cast<unsigned>((n + kBlock - 1) / kBlock), kBlock>>>(x, n, k);
    }
  }
};

bool passes(const Grid& grid, const std::vector<float>& in, std::size_t n) {
  std::vector<float> want = scale_cpu({in.begin(), in.begin() + static_cast<std::ptrdiff_t>(n)}, 3);
  want.resize(n + 32, 7.0f);  // what lies behind x stays as it is
  std::vector<float> x(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(n));
  x.resize(n + 32, 7.0f);
  cm::DeviceBuffer<float> d_x(x);
  grid.run(d_x.data(), n, 3.0f);
  CUDA_CHECK_LAST();
  return cm::check_close(grid.variant, d_x.to_host(), want);
}

bool measure(cm::Report& report, const cm::Options& options, const Grid& grid,
             const std::vector<float>& in) {
  const std::size_t n = in.size();
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, kOddSize, n}) {
    if (!passes(grid, in, size)) return false;
  }
  cm::DeviceBuffer<float> d_x(in);
  // Turning the sign round leaves numbers, however often it is done.
  const cm::Timing timing = cm::time_ms(options, [&] { grid.run(d_x.data(), n, -1.0f); });
  if (!passes(grid, in, n)) return false;

  const cm::GlobalCost cost =
      cm::global_cost(cm::warp_access(0, sizeof(float), [](int lane) { return lane; }));
  cm::Row row("scale", grid.variant);
  row.n(n).param("blocks_per_sm", grid.blocks_per_sm).timing(timing);
  row.bytes(2.0 * sizeof(float) * static_cast<double>(n));
  row.predicted("load_sectors_per_request", cost.sectors);
  report.add(row);
  return true;
}

// --- more elements than an int can count -------------------------------------

/// Bytes of x, which all were 5, that are 15 now: scaled exactly once.  Those that are still 5 go
/// to `untouched`.
std::size_t count_tripled(const cm::DeviceBuffer<std::uint8_t>& d_x, std::size_t n,
                          std::size_t& untouched) {
  cm::PinnedBuffer<std::uint8_t> part(std::size_t{1} << 26);
  std::size_t tripled = 0;
  untouched = 0;
  for (std::size_t first = 0; first < n; first += part.size()) {
    const std::size_t count = std::min(part.size(), n - first);
    CUDA_CHECK(cudaMemcpy(part.data(), d_x.data() + first, count, cudaMemcpyDeviceToHost));
    tripled += static_cast<std::size_t>(std::count(part.begin(), part.begin() + count, 15));
    untouched += static_cast<std::size_t>(std::count(part.begin(), part.begin() + count, 5));
  }
  return tripled;
}

template <class Index>
bool measure_wide(cm::Report& report, const char* name, std::size_t n, std::size_t missing) {
  cm::DeviceBuffer<std::uint8_t> d_x(n + kGuardBytes);
  CUDA_CHECK(cudaMemset(d_x.data(), 5, d_x.bytes()));
  triple<Index><<<static_cast<unsigned>((n + kBlock - 1) / kBlock), kBlock>>>(d_x.data(), n);
  CUDA_CHECK_LAST();
  std::size_t untouched = 0;
  const std::size_t tripled = count_tripled(d_x, n + kGuardBytes, untouched);
  if (tripled != n - missing || untouched != missing + kGuardBytes) {
    std::printf("FAIL %s: %zu of %zu bytes scaled once, %zu not at all\n", name, tripled, n,
                untouched - kGuardBytes);
    return false;
  }
  cm::Row row("index_type", name);
  row.n(n).value("untouched", static_cast<double>(untouched - kGuardBytes));
  report.add(row.predicted("untouched", static_cast<double>(missing)));
  return true;
}

bool compare_index_types(cm::Report& report, const cm::Options& options) {
  const std::size_t n = options.quick ? kOddSize : kWideSize;
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  if (n + kGuardBytes > free_bytes / 2) {
    report.skip("index_type", "2^31 bytes are more than half of the free memory");
    return true;
  }
  const std::size_t reach = std::size_t{1} << 31;
  return measure_wide<std::size_t>(report, "size_t", n, 0) &&
         measure_wide<int>(report, "int", n, n > reach ? n - reach : 0);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter01.grid_stride_scale", options);
  std::vector<float> in(options.quick ? std::size_t{1} << 16 : std::size_t{1} << 26);
  cm::fill_random(in, 1, -1.0f, 1.0f);
  std::vector<Grid> grids = {{"one_each", 0}};
  for (const int blocks : {1, 2, 4, 8, 16, 32, 128}) grids.push_back({"grid_stride", blocks});
  if (options.quick) grids = {{"one_each", 0}, {"grid_stride", 1}};
  bool ok = options.profile || compare_index_types(report, options);
  for (const Grid& grid : grids) ok = ok && measure(report, options, grid, in);
  return ok ? report.finish() : report.fail();
}
