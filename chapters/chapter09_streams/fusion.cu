// SPDX-License-Identifier: MIT
//
// Kernels one after the other against one that does all: what crosses memory between them.
//
// Claim:  each kernel that is merged into the one before it saves a store and a load of every
//         element.  Of k kernels over an array, the fused one asks for one k-th of the sectors.
// Input:  n float, each brought k steps further, in place; sizes that fit in L2 and that do not.
// Expect: sectors in the ratio of k everywhere.  DRAM follows them only where L2 does not hold the
//         array from one kernel to the next.
// Run:    ctest --preset dev -R '^chapter09\.fusion$'
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kBlock = 256;

// --- reference ---------------------------------------------------------------

__host__ __device__ float step(float x) { return 0.5f * x + 1.0f; }

std::vector<float> steps_cpu(std::vector<float> x, int steps) {
  for (float& value : x) {
    for (int k = 0; k < steps; ++k) value = step(value);
  }
  return x;
}

// --- kernel ------------------------------------------------------------------

// [snippet:steps]
/// Takes each of n elements kSteps steps further, in a register.
template <int kSteps>
__global__ void take_steps(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  float value = in[i];
#pragma unroll
  for (int k = 0; k < kSteps; ++k) value = step(value);
  out[i] = value;
}
// [/snippet:steps]

// --- what the model of a warp predicts ---------------------------------------

/// Sectors of one pass over n float from the beginning of a sector on, one float a lane.
double sectors_of_pass(std::size_t n) {
  const auto lane = [](int i) { return i; };
  const auto rest = static_cast<unsigned>(n % cm::kWarpSize);
  const cm::GlobalCost whole = cm::global_cost(cm::warp_access(0, sizeof(float), lane));
  const cm::GlobalCost last =
      cm::global_cost(cm::warp_access(0, sizeof(float), lane, (1u << rest) - 1));
  return static_cast<double>(n / cm::kWarpSize) * whole.sectors + last.sectors;
}

// --- check, time, check again ------------------------------------------------

/// The input, what the steps make of it, and two arrays on the device.
struct Job {
  std::vector<float> in;
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};

  std::size_t n() const { return in.size(); }
  unsigned blocks() const { return static_cast<unsigned>((n() + kBlock - 1) / kBlock); }
};

/// Adds a row for `run`, which launches `kernels` kernels.
template <class Run>
bool measure(const cm::Bench& bench, Job& job, const char* variant, int steps, int kernels,
             const std::vector<float>& want, Run&& run) {
  const double passes = kernels * sectors_of_pass(job.n());
  cm::Row row("steps", variant);
  row.n(job.n()).param("steps", steps).value("launches", kernels);
  row.predicted("load_sectors", passes).predicted("store_sectors", passes);
  row.value("asked_mib", 2 * passes * cm::kSectorBytes / (1 << 20));
  // A multiply-add rounds once, the host may round twice.
  return cm::add_checked(bench, row, variant, job.d_out, want, run, {0.0, 4e-7});
}

template <int kSteps>
bool compare(const cm::Bench& bench, Job& job) {
  const std::vector<float> want = steps_cpu(job.in, kSteps);
  float* const out = job.d_out.data();
  const float* const in = job.d_in.data();
  // [snippet:ways]
  const auto separate = [&] {
    take_steps<1><<<job.blocks(), kBlock>>>(out, in, job.n());
    for (int k = 1; k < kSteps; ++k) take_steps<1><<<job.blocks(), kBlock>>>(out, out, job.n());
  };
  const auto fused = [&] { take_steps<kSteps><<<job.blocks(), kBlock>>>(out, in, job.n()); };
  // [/snippet:ways]
  return measure(bench, job, "separate", kSteps, kSteps, want, separate) &&
         measure(bench, job, "fused", kSteps, 1, want, fused);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter09.fusion", options);
  const cm::Bench bench{report, options};
  std::vector<std::size_t> sizes = {1'000'003, (1 << 27) + 5};
  if (options.quick) sizes = {1, 31, 10'007};
  for (const std::size_t n : sizes) {
    std::vector<float> in(n);
    cm::fill_random(in, 19, 0.0f, 1.0f);
    Job job{in};
    if (!compare<2>(bench, job) || !compare<4>(bench, job) || !compare<8>(bench, job)) {
      return report.fail();
    }
  }
  return report.finish();
}
