// SPDX-License-Identifier: MIT
//
// How long a load takes while thousands of others are on their way.
//
// Claim:  once DRAM is full, more bytes in flight bring no more bandwidth, only a longer wait:
//         bandwidth = bytes in flight / latency.  A copy whose threads end after one float is held
//         back by the coming and going of blocks as well.
// Input:  n float, read by a chosen number of resident threads with a chosen number of loads each;
//         and n float copied by blocks of several sizes, which end or stay.
// Run:    ctest --preset dev -R '^chapter03\.loaded_latency$'

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kReaders = 128;  // threads of a block that reads; a divisor of all thread counts

// --- kernels -----------------------------------------------------------------

// [snippet:flight-read]
/// Sums n positive floats in sums[thread].  A thread asks for kLoads of them at a time and asks for
/// the next ones only when these have arrived; n is a multiple of what the grid asks for at once.
///
/// \param cycles  for each warp: mean number of cycles from asking to having
template <int kLoads>
__global__ void __launch_bounds__(kReaders, 2048 / kReaders)
    read_in_rounds(double* sums, float* cycles, const float* in, std::size_t n) {
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * kReaders + threadIdx.x;
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * kReaders;
  double sum = 0;
  unsigned waited = 0;
  int rounds = 0;
#pragma unroll 1
  for (std::size_t first = thread; first < n; first += kLoads * threads) {
    const long long asked = clock64();
    float value[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) value[k] = in[first + k * threads];
    float round_sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kLoads; ++k) round_sum += value[k];
    if (round_sum < 0.0f) break;  // never; but the clock cannot be read before the sum is known
    waited += static_cast<unsigned>(clock64() - asked);
    sum += round_sum;
    ++rounds;
  }
  sums[thread] = sum;
  if (threadIdx.x % 32 == 0) cycles[thread / 32] = static_cast<float>(waited) / rounds;
}
// [/snippet:flight-read]

/// Copies kLoads floats in each thread of a block of any size, and ends.
template <int kLoads>
__global__ void copy_and_end(float* out, const float* in, std::size_t n) {
  const std::size_t first =
      static_cast<std::size_t>(blockIdx.x) * blockDim.x * kLoads + threadIdx.x;
  float value[kLoads];
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    const std::size_t i = first + k * blockDim.x;
    value[k] = i < n ? in[i] : 0.0f;
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    const std::size_t i = first + k * blockDim.x;
    if (i < n) out[i] = value[k];
  }
}

/// The same by threads that stay: each goes on to the next floats until all are copied.
template <int kLoads>
__global__ void copy_and_stay(float* out, const float* in, std::size_t n) {
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (std::size_t first = thread; first < n; first += kLoads * threads) {
    float value[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      value[k] = first + k * threads < n ? in[first + k * threads] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (first + k * threads < n) out[first + k * threads] = value[k];
    }
  }
}

// --- check, time, check again ------------------------------------------------

/// The sum of each thread, in the kernel's order so that it rounds the same.
std::vector<double> sums_cpu(const std::vector<float>& in, std::size_t n, std::size_t threads,
                             int loads) {
  std::vector<double> sums(threads);
  for (std::size_t first = 0; first < n; first += loads * threads) {
    for (std::size_t t = 0; t < threads; ++t) {
      float round_sum = 0.0f;
      for (int k = 0; k < loads; ++k) round_sum += in[first + t + k * threads];
      sums[t] += round_sum;
    }
  }
  return sums;
}

double mean(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Reads with `per_sm` threads on each SM that have kLoads floats each on the way.
template <int kLoads>
bool measure_read(const cm::Bench& bench, const std::vector<float>& in,
                  const cm::DeviceBuffer<float>& d_in, int per_sm) {
  const unsigned blocks = cm::sm_count() * per_sm / kReaders;
  const std::size_t threads = static_cast<std::size_t>(blocks) * kReaders;
  const std::size_t n = in.size() / (threads * kLoads) * threads * kLoads;
  cm::DeviceBuffer<double> d_sums(threads);
  cm::DeviceBuffer<float> d_cycles(threads / 32);
  const std::vector<double> want = sums_cpu(in, n, threads, kLoads);
  const auto run = [&] {
    read_in_rounds<kLoads><<<blocks, kReaders>>>(d_sums.data(), d_cycles.data(), d_in.data(), n);
  };
  if (!cm::leaves("read_in_rounds", d_sums, want, run)) return false;
  const cm::Timing timing = cm::time_ms(bench.options, run, bench.l2);
  const double cycles = mean(d_cycles.to_host());
  if (!cm::leaves("read_in_rounds", d_sums, want, run)) return false;

  cm::Row row("read_in_rounds", "x" + std::to_string(kLoads));
  row.param("threads_per_sm", per_sm).param("loads", kLoads).timing(timing);
  row.bytes(static_cast<double>(n) * sizeof(float));
  row.value("in_flight_kib_per_sm", 4.0 * per_sm * kLoads / 1024);
  row.value("latency_cycles", timing.valid ? cycles : NAN);
  row.predicted("load_sectors_per_request", 4);  // neighbouring lanes, neighbouring floats
  bench.report.add(row);
  return true;
}

/// Copies with blocks of `block` threads; with `stay`, with as many blocks as fit the GPU at once.
template <int kLoads>
bool measure_copy(const cm::Bench& bench, const std::vector<float>& in,
                  const cm::DeviceBuffer<float>& d_in, cm::DeviceBuffer<float>& d_out,
                  unsigned block, bool stay) {
  const std::size_t n = in.size();
  const auto kernel = stay ? copy_and_stay<kLoads> : copy_and_end<kLoads>;
  int resident = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block, 0));
  const std::size_t per_block = static_cast<std::size_t>(block) * kLoads;
  const auto blocks = static_cast<unsigned>(
      stay ? resident * static_cast<std::size_t>(cm::sm_count()) : (n + per_block - 1) / per_block);
  cm::Row row(stay ? "copy_and_stay" : "copy_and_end", "x" + std::to_string(kLoads));
  row.n(n).param("block", block).param("loads", kLoads);
  row.bytes(2.0 * sizeof(float) * static_cast<double>(n));
  row.value("resident_threads_per_sm", resident * static_cast<double>(block));
  return cm::add_checked(bench, row, "copy", d_out, in,
                         [&] { kernel<<<blocks, block>>>(d_out.data(), d_in.data(), n); });
}

template <int kLoads>
bool measure_reads(const cm::Bench& bench, const std::vector<float>& in,
                   const cm::DeviceBuffer<float>& d_in) {
  for (const int per_sm : {128, 256, 512, 1024, 2048}) {
    if (bench.options.quick && per_sm > 256) continue;
    if (!measure_read<kLoads>(bench, in, d_in, per_sm)) return false;
  }
  return true;
}

bool measure_copies(const cm::Bench& bench, std::vector<float> in,
                    const cm::DeviceBuffer<float>& d_in) {
  if (bench.options.quick) in.resize(30011);
  cm::DeviceBuffer<float> d_out(in.size());
  for (const unsigned block : {32, 64, 128, 256, 512, 1024}) {
    if (!measure_copy<1>(bench, in, d_in, d_out, block, false) ||
        !measure_copy<4>(bench, in, d_in, d_out, block, false)) {
      return false;
    }
  }
  return measure_copy<1>(bench, in, d_in, d_out, 256, true) &&
         measure_copy<4>(bench, in, d_in, d_out, 256, true);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.loaded_latency", options);
  const cm::Bench bench{report, options};
  std::vector<float> in(options.quick ? 1 << 19 : (1 << 26) + 1000);
  cm::fill_random(in, 1, 0.5f, 1.5f);
  const cm::DeviceBuffer<float> d_in(in);
  const bool ok = measure_reads<1>(bench, in, d_in) && measure_reads<2>(bench, in, d_in) &&
                  measure_reads<4>(bench, in, d_in) && measure_reads<8>(bench, in, d_in) &&
                  measure_copies(bench, in, d_in);
  return ok ? report.finish() : report.fail();
}
