// SPDX-License-Identifier: MIT
//
// A roofline, drawn by one kernel: the same bytes, and more and more arithmetic on each of them.
//
// Claim:  a kernel takes as long as the slower of two things, moving its bytes and doing its
//         arithmetic.  Up to a ridge arithmetic is free; beyond, bytes are.
// Input:  n float; each is read, goes through k multiply-adds, and is written.
// Expect: the rate of arithmetic grows with k until it meets what the kernel reaches without
//         memory, and the time stays that of a copy until then.
// Run:    ctest --preset dev -R '^chapter11\.intensity$'
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr int kValues = 1024;         // different inputs, so that the reference stays cheap
constexpr int kWithoutMemory = 8192;  // multiply-adds for each element of the small array

// --- kernel ------------------------------------------------------------------

// [snippet:intensity]
/// out[i] = in[i] after kSteps multiply-adds, of which each needs the one before.
template <int kSteps>
__global__ void __launch_bounds__(kBlock) work_on(float4* out, const float4* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  float4 x = in[i];
#pragma unroll 16
  for (int step = 0; step < kSteps; ++step) {  // four chains side by side
    x.x = fmaf(x.x, 0.5f, 1.0f);
    x.y = fmaf(x.y, 0.5f, 1.0f);
    x.z = fmaf(x.z, 0.5f, 1.0f);
    x.w = fmaf(x.w, 0.5f, 1.0f);
  }
  out[i] = x;
}
// [/snippet:intensity]

// --- reference ---------------------------------------------------------------

/// Numbers of which only kValues differ, in an order that shows swapped elements.
std::vector<float> inputs(std::size_t n) {
  std::vector<float> values(kValues);
  cm::fill_random(values, 11, -100.0f, 100.0f);
  std::vector<float> in(n);
  for (std::size_t i = 0; i < n; ++i) in[i] = values[cm::random_bits(12, i) % kValues];
  return in;
}

template <int kSteps>
float multiply_add_cpu(float x) {
  for (int step = 0; step < kSteps; ++step) x = std::fma(x, 0.5f, 1.0f);
  return x;
}

template <int kSteps>
std::vector<float> work_on_cpu(std::size_t n) {
  std::vector<float> values(kValues);
  cm::fill_random(values, 11, -100.0f, 100.0f);
  for (float& value : values) value = multiply_add_cpu<kSteps>(value);
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = values[cm::random_bits(12, i) % kValues];
  return out;
}

// --- check, time, check again ------------------------------------------------

struct Array {
  explicit Array(std::size_t n) : in(inputs(n)) {}
  std::vector<float> in;
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
};

/// What the same kernel reaches with bytes alone and with arithmetic alone.
struct Roofs {
  double gbps = NAN;
  double gflops = NAN;
};

double operations(const Array& array, int steps) {
  return 2.0 * steps * static_cast<double>(array.in.size());
}

/// Checks and times `kSteps` multiply-adds on each element of `array`.
template <int kSteps>
bool measure(const cm::Bench& bench, Array& array, cm::Row& row, cm::Timing& timing) {
  const std::size_t vectors = array.in.size() / 4;
  const auto blocks = static_cast<unsigned>((vectors + kBlock - 1) / kBlock);
  const auto run = [&] {
    work_on<kSteps><<<blocks, kBlock>>>(reinterpret_cast<float4*>(array.d_out.data()),
                                        reinterpret_cast<const float4*>(array.d_in.data()),
                                        vectors);
  };
  const std::vector<float> want = work_on_cpu<kSteps>(array.in.size());
  if (!cm::leaves("work_on", array.d_out, want, run)) return false;
  timing = cm::time_ms(bench.options, run, bench.l2);
  if (!cm::leaves("work_on", array.d_out, want, run)) return false;
  const double gflops = operations(array, kSteps) / timing.median_ms / 1e6;
  row.n(array.in.size()).param("multiply_adds", kSteps).timing(timing);
  if (kSteps > 0) row.value("gflops", timing.valid ? gflops : NAN);
  row.predicted("multiply_add_lanes", static_cast<double>(kSteps) * array.in.size());
  return true;
}

/// One point of the curve, beside what the two roofs allow.
template <int kSteps>
bool measure_point(const cm::Bench& bench, Array& array, const Roofs& roofs) {
  cm::Row row("work_on", "point");
  cm::Timing timing;
  if (!measure<kSteps>(bench, array, row, timing)) return false;
  const double bytes = 2.0 * static_cast<double>(array.d_in.bytes());
  const double intensity = operations(array, kSteps) / bytes;
  row.bytes(bytes).value("flops_per_byte", intensity);
  row.predicted("dram_bytes", bytes);
  row.predicted("gflops", std::min(roofs.gflops, roofs.gbps * intensity));
  bench.report.add(row);
  return true;
}

template <int... kSteps>
bool measure_points(const cm::Bench& bench, Array& array, const Roofs& roofs) {
  return (measure_point<kSteps>(bench, array, roofs) && ...);
}

/// The roof that memory sets: the kernel without arithmetic, a copy.
bool measure_bytes(const cm::Bench& bench, Array& array, Roofs& roofs) {
  cm::Row row("roof", "bytes_alone");
  cm::Timing timing;
  if (!measure<0>(bench, array, row, timing)) return false;
  const double bytes = 2.0 * static_cast<double>(array.d_in.bytes());
  roofs.gbps = cm::gbps(bytes, timing.median_ms);
  bench.report.add(row.bytes(bytes).predicted("dram_bytes", bytes));
  return true;
}

/// The roof that arithmetic sets: so much of it that loads and stores do not show.
bool measure_arithmetic(const cm::Bench& bench, Roofs& roofs) {
  const std::size_t waves = bench.options.quick ? 1 : 4;
  Array small(4 * waves * 2048 * (bench.options.quick ? 2 : cm::sm_count()));
  cm::Row row("roof", "arithmetic_alone");
  cm::Timing timing;
  constexpr int kSteps = kWithoutMemory;
  if (!measure<kSteps>(bench, small, row, timing)) return false;
  roofs.gflops = operations(small, kSteps) / timing.median_ms / 1e6;
  bench.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter11.intensity", options);
  const cm::Bench bench{report, options};
  Array array(options.quick ? 4 * 1003 : std::size_t{1} << 27);
  Roofs roofs;
  const bool ok = measure_bytes(bench, array, roofs) && measure_arithmetic(bench, roofs) &&
                  measure_points<1, 2, 4, 8, 16, 32, 64, 128, 256, 512>(bench, array, roofs);
  return ok ? report.finish() : report.fail();
}
