// SPDX-License-Identifier: MIT
//
// Do fifteen named temporaries need fifteen registers?
//
// Claim:  registers go to values that are alive at the same time, not to names.  Fifteen names
//         cost hardly more than one, and keeping them in shared memory instead only adds work.
// Input:  n floats, each put through the same fourteen steps in three notations.
// Expect: nearly the same register counts and times for both notations in registers; the shared
//         version is slower or at best alike.
// Run:    ctest --preset dev -R '^chapter07\.live_ranges$'
#include <cmath>
#include <vector>

#include "common/common.cuh"
#include "common/occupancy.cuh"

constexpr int kBlock = 256;

// --- reference ---------------------------------------------------------------

std::vector<float> steps_cpu(std::vector<float> data) {
  for (float& x : data) {
    for (int step = 1; step <= 14; ++step) x = std::fma(x, 0.5f, static_cast<float>(step));
  }
  return data;
}

// --- kernels -----------------------------------------------------------------

// [snippet:named]
/// A name for every step, as one writes a formula down.
__global__ void steps_named(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  const float t0 = in[i];
  const float t1 = fmaf(t0, 0.5f, 1.0f);
  const float t2 = fmaf(t1, 0.5f, 2.0f);
  const float t3 = fmaf(t2, 0.5f, 3.0f);
  const float t4 = fmaf(t3, 0.5f, 4.0f);
  const float t5 = fmaf(t4, 0.5f, 5.0f);
  const float t6 = fmaf(t5, 0.5f, 6.0f);
  const float t7 = fmaf(t6, 0.5f, 7.0f);
  const float t8 = fmaf(t7, 0.5f, 8.0f);
  const float t9 = fmaf(t8, 0.5f, 9.0f);
  const float t10 = fmaf(t9, 0.5f, 10.0f);
  const float t11 = fmaf(t10, 0.5f, 11.0f);
  const float t12 = fmaf(t11, 0.5f, 12.0f);
  const float t13 = fmaf(t12, 0.5f, 13.0f);
  const float t14 = fmaf(t13, 0.5f, 14.0f);
  out[i] = t14;
}
// [/snippet:named]

/// One name for all steps.
__global__ void steps_reused(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
#pragma unroll
  for (int step = 1; step <= 14; ++step) x = fmaf(x, 0.5f, static_cast<float>(step));
  out[i] = x;
}

/// The steps in shared memory, "to save registers", as the advice goes.
__global__ void steps_in_shared(float* out, const float* in, std::size_t n) {
  __shared__ float step_of[15][kBlock];
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  // Volatile, or the compiler would keep the values in registers after all.
  volatile float* mine = &step_of[0][threadIdx.x];
  mine[0] = i < n ? in[i] : 0.0f;
#pragma unroll
  for (int step = 1; step <= 14; ++step) {
    mine[step * kBlock] = fmaf(mine[(step - 1) * kBlock], 0.5f, static_cast<float>(step));
  }
  if (i < n) out[i] = mine[14 * kBlock];
}

// --- check, time, check again ------------------------------------------------

using Kernel = void (*)(float*, const float*, std::size_t);

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<float> in;
  std::vector<float> want = steps_cpu(in);
  cm::DeviceBuffer<float> d_in{in};
};

bool measure(const Bench& b, const char* variant, Kernel kernel) {
  cm::DeviceBuffer<float> d_out(b.in.size());
  const auto run = [&] {
    const auto grid = static_cast<unsigned>((b.in.size() + kBlock - 1) / kBlock);
    kernel<<<grid, kBlock>>>(d_out.data(), b.d_in.data(), b.in.size());
  };
  const auto passes = [&] {
    d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close(variant, d_out.to_host(), b.want);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  const void* code = reinterpret_cast<const void*>(kernel);
  cm::Row row("steps", variant);
  row.n(b.in.size()).bytes(2.0 * static_cast<double>(d_out.bytes())).timing(timing);
  row.value("registers", cm::registers_of(code));
  row.value("occupancy_percent",
            cm::occupancy_percent(cm::sm_limits(), cm::block_needs(code, kBlock, 0)));
  b.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter07.live_ranges", options);
  std::vector<float> in((options.quick ? 1u << 14 : 1u << 27) + 123);
  cm::fill_random(in, 7, -1.0f, 1.0f);
  const Bench b{report, options, std::move(in)};
  const bool ok = measure(b, "named", steps_named) && measure(b, "reused", steps_reused) &&
                  measure(b, "in_shared", steps_in_shared);
  return ok ? report.finish() : report.fail();
}
