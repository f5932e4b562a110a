// SPDX-License-Identifier: MIT
//
// What happens when a thread may have fewer registers than it has values to keep.
//
// Claim:  values that do not fit are spilled to local memory.  More warps fit in return, and the
//         kernel gets slower all the same: L1 serves the reloads, but every store goes on to L2.
// Input:  n threads, each of which mixes 48 numbers again and again; the launch bounds ask for 1,
//         4 or 8 resident blocks of 256 threads and so cap the registers.
// Expect: no spill without a cap, spills that grow with it; reloads that hit in L1, and as many
//         sectors written to L2 as are spilled.
// Run:    ctest --preset dev -R '^chapter07\.spill$'
#include <cmath>
#include <vector>

#include "common/common.cuh"
#include "common/occupancy.cuh"

constexpr int kBlock = 256;
constexpr int kValues = 48;  // that each thread keeps

// --- reference ---------------------------------------------------------------

/// Each thread takes in[i], in[i + n], ..., and mixes each with its right neighbour, round after
/// round.  out[i] is the sum of what it then has.
std::vector<float> mix_cpu(const std::vector<float>& in, std::size_t n, int rounds) {
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<float> x;
    for (int k = 0; k < kValues; ++k) x.push_back(in[i + k * n]);
    for (int r = 0; r < rounds; ++r) {
      for (int k = 0; k < kValues; ++k) {
        x[k] = std::fma(x[(k + 1) % kValues], 0.5f, x[k] * 0.5f);
      }
    }
    for (const float value : x) out[i] += value;
  }
  return out;
}

// --- kernels -----------------------------------------------------------------

// [snippet:mix]
/// Unrolled, so that every x[k] is a register, as long as there are enough of them.
__device__ void mix(float* out, const float* in, std::size_t n, int rounds) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  float x[kValues];
#pragma unroll
  for (int k = 0; k < kValues; ++k) x[k] = in[i + k * n];
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < kValues; ++k) x[k] = fmaf(x[(k + 1) % kValues], 0.5f, x[k] * 0.5f);
  }
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < kValues; ++k) sum += x[k];
  out[i] = sum;
}
// [/snippet:mix]

// [snippet:launch-bounds]
/// As many registers as it takes, as long as kBlocks blocks of kBlock threads fit on an SM.
template <int kBlocks>
__global__ void __launch_bounds__(kBlock, kBlocks)
    mix_bounded(float* out, const float* in, std::size_t n, int rounds) {
  mix(out, in, n, rounds);
}
// [/snippet:launch-bounds]

#if !defined(CM_VIRTUAL_GPU) && CUDART_VERSION >= 13000
/// The same bound, with shared memory as the first place to spill to.
__global__ void __launch_bounds__(kBlock, 8)
    mix_spilled_to_shared(float* out, const float* in, std::size_t n, int rounds) {
  asm volatile(".pragma \"enable_smem_spilling\";");
  mix(out, in, n, rounds);
}
#endif

// --- check, time, check again ------------------------------------------------

using Kernel = void (*)(float*, const float*, std::size_t, int);

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  int rounds;
  std::size_t n;
  std::vector<float> in;
  std::vector<float> want = mix_cpu(in, n, rounds);
  cm::DeviceBuffer<float> d_in{in};
};

bool measure(Bench& b, const char* variant, int blocks, Kernel kernel) {
  cm::DeviceBuffer<float> d_out(b.n);
  const auto run = [&](int rounds) {
    const auto grid = static_cast<unsigned>((b.n + kBlock - 1) / kBlock);
    kernel<<<grid, kBlock>>>(d_out.data(), b.d_in.data(), b.n, rounds);
  };
  const auto passes = [&](int rounds, const std::vector<float>& want) {
    d_out.poison();
    run(rounds);
    CUDA_CHECK_LAST();
    return cm::check_close(variant, d_out.to_host(), want);
  };
  if (!passes(1, mix_cpu(b.in, b.n, 1)) || !passes(b.rounds, b.want)) return false;
  const cm::Timing timing = cm::time_ms(b.options, [&] { run(b.rounds); });
  if (!passes(b.rounds, b.want)) return false;

  const void* code = reinterpret_cast<const void*>(kernel);
  const cudaFuncAttributes attributes = cm::compiled(code);
  cm::Row row("mix", variant);
  row.n(b.n).param("min_blocks", blocks).timing(timing);
  row.value("registers", cm::registers_of(code));
  row.value("local_bytes", static_cast<double>(attributes.localSizeBytes));
  row.value("shared_bytes", static_cast<double>(attributes.sharedSizeBytes));
  row.value("occupancy_percent",
            cm::occupancy_percent(cm::sm_limits(), cm::block_needs(code, kBlock, 0)));
  b.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter07.spill", options);
  const std::size_t n = (options.quick ? 1u << 10 : 1u << 18) + 123;
  std::vector<float> in(n * kValues);
  cm::fill_random(in, 7, -1.0f, 1.0f);
  Bench b{report, options, options.quick ? 3 : 64, n, std::move(in)};
  bool ok = measure(b, "free", 1, mix_bounded<1>) && measure(b, "capped", 4, mix_bounded<4>) &&
            measure(b, "capped", 6, mix_bounded<6>) && measure(b, "capped", 8, mix_bounded<8>);
#if !defined(CM_VIRTUAL_GPU) && CUDART_VERSION >= 13000
  ok = ok && measure(b, "to_shared", 8, mix_spilled_to_shared);
#else
  report.skip("to_shared", "spilling to shared memory needs a GPU and CUDA 13");
#endif
  return ok ? report.finish() : report.fail();
}
