// SPDX-License-Identifier: MIT
//
// The same 32 bytes of each thread in eight accesses, four, two, or, on newer GPUs, one.
//
// Claim:  with as many bytes in flight a wider access saves instructions and requests and moves
//         not one sector less.  256 bits are one access from compute capability 10.0 on.
// Input:  n float to copy, 32 bytes in each thread; checked at sizes that leave a rest.
// Expect: requests of a warp halve with each doubling of the width; the sectors of all of them
//         together stay what they are.
// Run:    ctest --preset dev -R '^chapter03\.vector_256$'

#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr std::size_t kBytes = 32;  // of each thread
constexpr int kWidestFrom = 100;    // sm_100: the first with accesses of 256 bits

// --- kernel ------------------------------------------------------------------

// [snippet:eight-floats]
/// Eight floats, aligned so that one access could move them.
struct alignas(kBytes) Float8 {
  float4 low, high;
};
// [/snippet:eight-floats]

// [snippet:same-bytes]
/// Copies kBytes in each thread as Vectors, a block's width apart; all are read before the first
/// is written.  What no thread has a whole Vector of goes to the first threads.
template <class Vector>
__global__ void copy_vectors(float* out, const float* in, std::size_t n) {
  constexpr int kEach = kBytes / sizeof(Vector);
  constexpr std::size_t kWidth = sizeof(Vector) / sizeof(float);
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kBlock * kEach + threadIdx.x;
  Vector value[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const std::size_t i = first + k * kBlock;
    if (i < n / kWidth) value[k] = reinterpret_cast<const Vector*>(in)[i];
  }
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const std::size_t i = first + k * kBlock;
    if (i < n / kWidth) reinterpret_cast<Vector*>(out)[i] = value[k];
  }
  const std::size_t t = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (t < n % kWidth) out[n - 1 - t] = in[n - 1 - t];
}
// [/snippet:same-bytes]

// --- check, time, check again ------------------------------------------------

/// Numbers and where their copy goes.  What a copy must leave is the numbers themselves.
struct Job {
  std::vector<float> in;
  cm::DeviceBuffer<float> d_in, d_out;

  explicit Job(std::size_t n) : in(n), d_in(n), d_out(n) {
    cm::fill_random(in, 6, 0.0f, 1.0f);
    d_in.copy_from(in);
  }
};

template <class Vector>
void copy(Job& job) {
  constexpr std::size_t kPerBlock = kBlock * kBytes / sizeof(float);
  const std::size_t n = job.in.size();
  const auto blocks = static_cast<unsigned>((n + kPerBlock - 1) / kPerBlock);
  copy_vectors<Vector><<<blocks, kBlock>>>(job.d_out.data(), job.d_in.data(), n);
}

/// The sectors of a warp that reads neighbouring vectors of `bytes`.  The model prices what all
/// GPUs have, up to 16 bytes a lane; 32 bytes are a sector for each lane.
int sectors_of_neighbours(int bytes) {
  if (bytes == cm::kSectorBytes) return cm::kWarpSize;
  return cm::global_cost(cm::warp_access(0, bytes, [](int lane) { return lane; })).sectors;
}

/// Every remainder of a division by eight, and fewer elements than one vector has.
template <class Vector>
bool check_tails(const char* variant) {
  for (std::size_t n = 1; n < 4000; n += n < 20 ? 1 : 989) {
    Job job(n);
    if (!cm::leaves(variant, job.d_out, job.in, [&] { copy<Vector>(job); })) return false;
  }
  return true;
}

template <class Vector>
bool measure(const cm::Bench& bench, const char* variant, Job& job) {
  constexpr int kWidth = sizeof(Vector);
  if (!check_tails<Vector>(variant)) return false;
  cm::Row row("copy", variant);
  row.n(job.in.size()).param("bytes_at_once", kWidth);
  row.bytes(2.0 * static_cast<double>(job.d_in.bytes()));
  const int sectors = sectors_of_neighbours(kWidth);
  row.predicted("load_requests_per_warp", static_cast<double>(kBytes) / kWidth)
      .predicted("load_sectors_per_request", sectors)
      .predicted("store_sectors_per_request", sectors);
  return cm::add_checked(bench, row, variant, job.d_out, job.in, [&] { copy<Vector>(job); });
}

/// On an older GPU the compiler has made two accesses of it, which "float4" shows already.
bool measure_widest(const cm::Bench& bench, Job& job) {
  const char* variant = "float8";
  if (cm::sm_version() >= kWidestFrom) return measure<Float8>(bench, variant, job);
  bench.report.skip(variant, "needs a GPU of sm_" + std::to_string(kWidestFrom) +
                                 " or newer, this one is sm_" + std::to_string(cm::sm_version()));
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.vector_256", options);
  const cm::Bench bench{report, options};
  Job job(options.quick ? 1 << 15 : 1 << 27);
  const bool ok = measure<float>(bench, "float", job) && measure<float2>(bench, "float2", job) &&
                  measure<float4>(bench, "float4", job) && measure_widest(bench, job);
  return ok ? report.finish() : report.fail();
}
