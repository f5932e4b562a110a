// SPDX-License-Identifier: MIT
//
// A small table for a kernel: as a parameter by value, in constant memory, or behind a pointer.
//
// Claim:  parameters travel with the launch and arrive in constant memory, so a struct by value
//         needs no copy beside the launch, up to 32,764 bytes of parameters in all.  A table in
//         constant or global memory has to be copied there before each launch that changes it.
// Input:  a table of `bytes`, new for each launch; each thread adds up all of it.
// Expect: by value the cheapest way for a table that changes with each launch.
// Run:    ctest --preset dev -R '^chapter06\.kernel_params$'
#include <chrono>
#include <cmath>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kThreads = 32;
constexpr std::size_t kLargestTable = 32'764 - sizeof(float*);  // beside the output's pointer

template <int kCount>
struct Table {
  float values[kCount];
};

// --- kernels -----------------------------------------------------------------

__constant__ float c_table[kLargestTable / sizeof(float)];

template <int kCount>
__device__ float sum_of(const float* values) {
  float sum = 0.0f;
#pragma unroll 8
  for (int k = 0; k < kCount; ++k) sum += values[k];
  return sum;
}

// [snippet:three-ways]
template <int kCount>
__global__ void sum_by_value(float* out, const __grid_constant__ Table<kCount> table) {
  out[threadIdx.x] = sum_of<kCount>(table.values);
}

template <int kCount>
__global__ void sum_from_constant(float* out) {
  out[threadIdx.x] = sum_of<kCount>(c_table);
}

template <int kCount>
__global__ void sum_from_pointer(float* out, const float* __restrict__ table) {
  out[threadIdx.x] = sum_of<kCount>(table);
}
// [/snippet:three-ways]

// --- check, time, check again ------------------------------------------------

/// What the host waits for a call of `run` to return, in microseconds: the mean of many.
template <class Run>
double call_us(const cm::Options& options, Run&& run) {
  using Clock = std::chrono::steady_clock;
  const int calls = options.quick ? 3 : 500;  // fewer than a queue of launches holds
  run();
  CUDA_CHECK(cudaDeviceSynchronize());
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < calls; ++i) run();
  const double us = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
  CUDA_CHECK(cudaDeviceSynchronize());
  return us / calls;
}

template <class Run>
bool measure(const cm::Bench& b, const char* variant, int bytes, float want, Run&& run) {
  cm::DeviceBuffer<float> d_out(kThreads);
  const std::vector<float> wanted(kThreads, want);
  const auto launch = [&] { run(d_out.data()); };
  if (!cm::leaves(variant, d_out, wanted, launch)) return false;
  const cm::Timing timing = cm::time_ms(b.options, launch, b.l2);
  const double host_us = call_us(b.options, launch);
  if (!cm::leaves(variant, d_out, wanted, launch)) return false;
  cm::Row row("sum_table", variant);
  row.param("table_bytes", bytes).timing(timing);
  if (timing.valid) row.value("call_us", host_us);
  b.report.add(row);
  return true;
}

template <int kBytes>
bool measure_size(const cm::Bench& b) {
  constexpr int kCount = kBytes / sizeof(float);
  // Small whole numbers, so that the sum is exact in any order.
  Table<kCount> table;
  cm::PinnedBuffer<float> pinned(kCount);
  cm::DeviceBuffer<float> d_table(kCount);
  float sum = 0;
  for (int k = 0; k < kCount; ++k) {
    table.values[k] = pinned[k] = static_cast<float>(k % 7 - 2);
    sum += table.values[k];
  }
  return measure(b, "by_value", kBytes, sum,
                 [&](float* out) { sum_by_value<kCount><<<1, kThreads>>>(out, table); }) &&
         measure(b, "constant", kBytes, sum,
                 [&](float* out) {
                   cudaMemcpyToSymbolAsync(c_table, pinned.data(), kBytes, 0,
                                           cudaMemcpyHostToDevice);
                   sum_from_constant<kCount><<<1, kThreads>>>(out);
                 }) &&
         measure(b, "pointer", kBytes, sum, [&](float* out) {
           cudaMemcpyAsync(d_table.data(), pinned.data(), kBytes, cudaMemcpyHostToDevice);
           sum_from_pointer<kCount><<<1, kThreads>>>(out, d_table.data());
         });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter06.kernel_params", options);
  const cm::Bench bench{report, options, cm::L2::kWarm};
  const bool right = measure_size<64>(bench) && measure_size<1024>(bench) &&
                     measure_size<4088>(bench) && measure_size<kLargestTable>(bench);
  return right ? report.finish() : report.fail();
}
