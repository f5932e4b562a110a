// SPDX-License-Identifier: MIT
//
// One step of Adam: what it keeps, what it moves, and how fast it can be.
//
// Claim:  a step reads and writes every state of every parameter and does next to no arithmetic,
//         so it runs at the speed of memory, if it asks for all of a parameter's states before it
//         changes the first; mixed precision neither keeps nor moves less.
// Input:  n parameters in single precision, or in half with a master copy; one step from random
//         states.  n is no multiple of the block.
// Expect: 16 bytes kept and 28 bytes moved of each parameter, in both cases.
// Run:    ctest --preset dev -R '^chapter13\.adam_step$'
#include <cuda_fp16.h>

#include <cmath>
#include <vector>

#include "common/budget.hpp"
#include "common/common.cuh"

constexpr int kBlock = 256;

/// What the optimiser is told.
struct Adam {
  float rate = 1e-3f;
  float keep_mean = 0.9f;
  float keep_square = 0.999f;
  float tiny = 1e-8f;
};

// --- reference ---------------------------------------------------------------

struct States {
  std::vector<float> master, mean, square;
};

/// One step in double precision from the gradients' values.
States step_cpu(const States& before, const std::vector<float>& gradients, const Adam& adam) {
  States after = before;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const double g = gradients[i];
    const double mean =
        adam.keep_mean * static_cast<double>(before.mean[i]) + (1.0 - adam.keep_mean) * g;
    const double square =
        adam.keep_square * static_cast<double>(before.square[i]) + (1.0 - adam.keep_square) * g * g;
    after.mean[i] = static_cast<float>(mean);
    after.square[i] = static_cast<float>(square);
    after.master[i] =
        static_cast<float>(before.master[i] - adam.rate * mean / (std::sqrt(square) + adam.tiny));
  }
  return after;
}

// --- kernels -----------------------------------------------------------------

// [snippet:adam]
/// One step for one parameter; `square` is the mean of squares.
__device__ void step(float& master, float& mean, float& square, float g, const Adam& adam) {
  mean = adam.keep_mean * mean + (1.0f - adam.keep_mean) * g;
  square = adam.keep_square * square + (1.0f - adam.keep_square) * g * g;
  master -= adam.rate * mean / (sqrtf(square) + adam.tiny);
}

/// The weights are their own master copy: reads 16 bytes of each parameter, writes 12.
__global__ void adam_full(float* weights, float* means, float* squares, const float* gradients,
                          std::size_t n, Adam adam) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  float weight = weights[i], mean = means[i], square = squares[i];
  step(weight, mean, square, gradients[i], adam);
  weights[i] = weight;
  means[i] = mean;
  squares[i] = square;
}
// [/snippet:adam]

// [snippet:in-place]
/// The same step on the arrays' own elements: each store may change what the next load reads.
__global__ void adam_in_place(float* weights, float* means, float* squares, const float* gradients,
                              std::size_t n, Adam adam) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) step(weights[i], means[i], squares[i], gradients[i], adam);
}
// [/snippet:in-place]

/// The model computes with halves; the sum of many small steps needs more digits than they have.
/// Reads 14 bytes of each parameter, writes 14.
__global__ void adam_mixed(__half* weights, float* masters, float* means, float* squares,
                           const __half* gradients, std::size_t n, Adam adam) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  float master = masters[i], mean = means[i], square = squares[i];
  step(master, mean, square, __half2float(gradients[i]), adam);
  weights[i] = __float2half(master);
  masters[i] = master;
  means[i] = mean;
  squares[i] = square;
}

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  States before;
  std::vector<float> gradients;  // exact in half precision, so that both versions get the same
  States want = step_cpu(before, gradients, {});
};

/// What both versions keep in single precision.
struct DeviceStates {
  cm::DeviceBuffer<float> master, mean, square;

  explicit DeviceStates(const States& s) : master(s.master), mean(s.mean), square(s.square) {}
  void copy_from(const States& s) {
    master.copy_from(s.master);
    mean.copy_from(s.mean);
    square.copy_from(s.square);
  }
  bool close_to(const States& want, const char* name) const {
    // A handful of roundings, of numbers around one.
    const cm::Tolerance tolerance{1e-6, 1e-5};
    return cm::check_close(name, master.to_host(), want.master, tolerance) &&
           cm::check_close(name, mean.to_host(), want.mean, tolerance) &&
           cm::check_close(name, square.to_host(), want.square, tolerance);
  }
};

/// Checks, times and reports; `kept_bytes` and `read_bytes` are those of each parameter.
template <class Run, class Passes>
bool measure(Bench& b, const char* variant, DeviceStates& d, const cm::Precision& precision,
             double read_bytes, Run&& run, Passes&& passes) {
  const auto once = [&] {
    d.copy_from(b.before);
    run();
    CUDA_CHECK_LAST();
    return d.close_to(b.want, variant) && passes();
  };
  if (!once()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!once()) return false;
  const auto n = static_cast<double>(b.gradients.size());
  cm::Row row("step", variant);
  row.n(b.gradients.size()).bytes(28 * n).timing(timing);
  row.value("kept_bytes_each", precision.total());
  row.predicted("dram_read_bytes", read_bytes * n);
  b.report.add(row);
  return true;
}

using FullStep = void (*)(float*, float*, float*, const float*, std::size_t, Adam);

bool measure_full(Bench& b, const char* variant, FullStep kernel) {
  const std::size_t n = b.gradients.size();
  DeviceStates d(b.before);
  const cm::DeviceBuffer<float> gradients(b.gradients);
  const auto blocks = static_cast<unsigned>((n + kBlock - 1) / kBlock);
  const auto run = [&] {
    kernel<<<blocks, kBlock>>>(d.master.data(), d.mean.data(), d.square.data(), gradients.data(), n,
                               Adam{});
  };
  return measure(b, variant, d, cm::kFullAdam, 16, run, [] { return true; });
}

bool measure_mixed(Bench& b) {
  const std::size_t n = b.gradients.size();
  DeviceStates d(b.before);
  std::vector<__half> halves;
  for (const float g : b.gradients) halves.push_back(__float2half(g));
  const cm::DeviceBuffer<__half> gradients(halves);
  cm::DeviceBuffer<__half> weights(n);
  const auto blocks = static_cast<unsigned>((n + kBlock - 1) / kBlock);
  const auto run = [&] {
    adam_mixed<<<blocks, kBlock>>>(weights.data(), d.master.data(), d.mean.data(), d.square.data(),
                                   gradients.data(), n, Adam{});
  };
  const auto weights_follow = [&] {
    std::vector<float> got;
    std::vector<float> want;
    for (const __half h : weights.to_host()) got.push_back(__half2float(h));
    for (const float m : d.master.to_host()) want.push_back(__half2float(__float2half(m)));
    return cm::check_close("weights", got, want);
  };
  return measure(b, "mixed", d, cm::kMixedAdam, 14, run, weights_follow);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter13.adam_step", options);
  const std::size_t n = (options.quick ? 1u << 12 : 1u << 25) + 123;
  Bench b{report,
          options,
          {std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)},
          std::vector<float>(n)};
  cm::fill_random(b.before.master, 1, -1.0f, 1.0f);
  cm::fill_random(b.before.mean, 2, -1.0f, 1.0f);
  cm::fill_random(b.before.square, 3, 0.0f, 1.0f);
  cm::fill_random(b.gradients, 4, -1.0f, 1.0f);
  for (float& g : b.gradients) g = std::round(g * 1024.0f) / 1024.0f;
  b.want = step_cpu(b.before, b.gradients, {});
  const bool ok = measure_full(b, "full_in_place", adam_in_place) &&
                  measure_full(b, "full", adam_full) && measure_mixed(b);
  return ok ? report.finish() : report.fail();
}
