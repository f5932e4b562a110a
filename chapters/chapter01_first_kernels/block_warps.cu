// SPDX-License-Identifier: MIT
//
// How a block is cut into warps, and what a shape costs that does not fill them.
//
// Claim:  threads are numbered x first, then y, and every 32 of them are a warp; a block takes
//         whole warps.  Where arithmetic is the limit, lanes that stay empty are time lost; where
//         memory is, hardly.
// Input:  a matrix that each of the block shapes divides, and a ragged one for the check.
// Expect: blocks of 33 threads take two warps for little more than one; shapes that fill their
//         warps differ only in what they read together.
// Run:    ctest --preset dev -R '^chapter01\.block_warps$'
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/common.cuh"

constexpr int kManyRounds = 512;  // enough for arithmetic to be the limit
constexpr unsigned kFactor = 1'664'525;
constexpr unsigned kStep = 1'013'904'223;

/// A matrix, row after row.
struct Size {
  int rows, cols;
  std::size_t count() const { return static_cast<std::size_t>(rows) * cols; }
};

// --- kernels -----------------------------------------------------------------

// [snippet:who-am-i]
/// Each thread writes who works on its element: the number of its warp in the block, times 32,
/// plus its lane.
__global__ void who_am_i(int* who, Size size) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  const int warp = thread / warpSize;
  const int lane = thread % warpSize;
  if (row < size.rows && col < size.cols) who[row * size.cols + col] = 32 * warp + lane;
}
// [/snippet:who-am-i]

/// Takes `rounds` steps of a random number generator from each element.
__global__ void scramble(unsigned* out, const unsigned* in, Size size, int rounds) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= size.rows || col >= size.cols) return;
  unsigned x = in[row * size.cols + col];
  for (int r = 0; r < rounds; ++r) x = kFactor * x + kStep;
  out[row * size.cols + col] = x;
}

// --- reference ---------------------------------------------------------------

/// The place of element (row, col) in its block, counted row by row.
std::vector<int> who_cpu(Size size, dim3 block) {
  std::vector<int> who;
  for (int row = 0; row < size.rows; ++row) {
    for (int col = 0; col < size.cols; ++col) {
      const int x = col % static_cast<int>(block.x);
      const int y = row % static_cast<int>(block.y);
      who.push_back(x + y * static_cast<int>(block.x));
    }
  }
  return who;
}

/// All the steps at once: a step is x -> kFactor * x + kStep, so many of them are one such step
/// with another factor and another constant.
std::vector<unsigned> scramble_cpu(std::vector<unsigned> x, int rounds) {
  unsigned factor = 1;
  unsigned constant = 0;
  for (int r = 0; r < rounds; ++r) {
    factor *= kFactor;
    constant = kFactor * constant + kStep;
  }
  for (unsigned& value : x) value = factor * value + constant;
  return x;
}

// --- launches ----------------------------------------------------------------

// [snippet:grid-2d]
dim3 grid_for(Size size, dim3 block) {
  return {(size.cols + block.x - 1) / block.x, (size.rows + block.y - 1) / block.y};
}
// [/snippet:grid-2d]

std::string name_of(dim3 block) { return std::to_string(block.x) + "x" + std::to_string(block.y); }

// --- check, time, check again ------------------------------------------------

bool who_passes(Size size, dim3 block) {
  cm::DeviceBuffer<int> who(size.count());
  who.poison();
  who_am_i<<<grid_for(size, block), block>>>(who.data(), size);
  CUDA_CHECK_LAST();
  return cm::check_close(name_of(block).c_str(), who.to_host(), who_cpu(size, block));
}

/// An input and what `rounds` rounds make of it.
struct Job {
  Size size;
  int rounds;
  std::vector<unsigned> in;
  std::vector<unsigned> want;
  cm::DeviceBuffer<unsigned> d_in;

  Job(Size job_size, int job_rounds)
      : size(job_size),
        rounds(job_rounds),
        in(random(job_size)),
        want(scramble_cpu(in, rounds)),
        d_in(in) {}

  static std::vector<unsigned> random(Size size) {
    std::vector<unsigned> values(size.count());
    cm::fill_random(values, 1, 0u, 1'000'000u);
    return values;
  }
  void run(cm::DeviceBuffer<unsigned>& out, dim3 block) const {
    scramble<<<grid_for(size, block), block>>>(out.data(), d_in.data(), size, rounds);
  }
  bool passes(dim3 block) const {
    cm::DeviceBuffer<unsigned> out(want.size());
    out.poison();
    run(out, block);
    CUDA_CHECK_LAST();
    return cm::check_close(name_of(block).c_str(), out.to_host(), want);
  }
};

/// Sectors that a warp's load touches, on average over the blocks side by side; those below them
/// lie a multiple of a sector further on.
double mean_sectors(Size size, dim3 block) {
  const int threads = static_cast<int>(block.x * block.y);
  const int width = static_cast<int>(block.x);
  int sectors = 0;
  int warps = 0;
  for (int left = 0; left < size.cols; left += width) {
    for (int first = 0; first < threads; first += cm::kWarpSize, ++warps) {
      const int lanes = std::min(cm::kWarpSize, threads - first);
      const auto element = [&](int lane) {
        const int thread = first + lane;
        return thread / width * size.cols + left + thread % width;
      };
      const std::uint32_t active = 0xFFFFFFFFu >> (cm::kWarpSize - lanes);
      sectors += cm::global_cost(cm::warp_access(0, sizeof(unsigned), element, active)).sectors;
    }
  }
  return static_cast<double>(sectors) / warps;
}

/// Adds what follows from the shape alone: a block takes whole warps.
void predict(cm::Row& row, Size size, dim3 block) {
  const unsigned threads = block.x * block.y;
  const unsigned warps = (threads + cm::kWarpSize - 1) / cm::kWarpSize;
  const dim3 grid = grid_for(size, block);
  row.predicted("warps", static_cast<double>(warps) * grid.x * grid.y)
      .predicted("lanes_per_warp", static_cast<double>(threads) / warps)
      .predicted("load_sectors_per_request", mean_sectors(size, block));
}

bool measure(cm::Report& report, const cm::Options& options, const char* variant, const Job& ragged,
             const Job& job, dim3 block) {
  if (!who_passes(ragged.size, block) || !ragged.passes(block) || !job.passes(block)) return false;
  cm::DeviceBuffer<unsigned> out(job.want.size());
  const cm::Timing timing = cm::time_ms(options, [&] { job.run(out, block); });
  if (!job.passes(block)) return false;
  cm::Row row("scramble", variant);
  row.param("shape", name_of(block)).param("rounds", job.rounds).n(job.size.count());
  row.timing(timing).bytes(2.0 * sizeof(unsigned) * static_cast<double>(job.size.count()));
  predict(row, job.size, block);
  report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter01.block_warps", options);
  // Columns and rows divide by each side of the blocks below, so that no thread is left over.
  const Size size = options.quick ? Size{32, 33 * 256} : Size{4096, 33 * 256};
  const Size odd = {77, 301};
  const std::vector<dim3> blocks = {{32, 1},  {33, 1}, {48, 1},  {64, 1}, {32, 8},
                                    {16, 16}, {8, 32}, {1, 256}, {256, 1}};
  const int many = options.quick ? 4 : kManyRounds;
  const Job ragged_few(odd, 1), ragged_many(odd, many), few(size, 1), much(size, many);
  bool ok = true;
  for (const dim3 block : options.quick ? std::vector<dim3>{{33, 1}, {8, 32}} : blocks) {
    ok = ok && measure(report, options, "memory", ragged_few, few, block) &&
         measure(report, options, "arithmetic", ragged_many, much, block);
  }
  return ok ? report.finish() : report.fail();
}
