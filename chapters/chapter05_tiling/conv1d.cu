// SPDX-License-Identifier: MIT
//
// A filter with 17 weights over a long array, as fast as a copy.
//
// Claim:  L1 serves most of the 17 reads, so what a tile saves is instructions, not DRAM bytes;
//         with float4 loads and four outputs a thread the filter keeps up with a copy.
// Input:  n float; out[i] = sum of weights[k] * in[i + k - 8], where in is 0 outside the array.
//         n = 2^22 + 123 fits in the L2 cache and is measured warm; ratios are for 2^28 + 123.
// Expect: the direct versions far behind the copy, the tile ahead of them, the window next to it.
// Run:    ctest --preset dev -R '^chapter05\.conv1d$'
#include <limits>
#include <vector>

#include "common/common.cuh"

constexpr int kRadius = 8;
constexpr int kTaps = 2 * kRadius + 1;
constexpr int kBlock = 256;

__constant__ float c_weights[kTaps];

// --- reference ---------------------------------------------------------------

std::vector<float> conv1d_cpu(const std::vector<float>& in, const std::vector<float>& weights) {
  const auto n = static_cast<long long>(in.size());
  std::vector<float> out(in.size());
  for (long long i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = 0; k < kTaps; ++k) {
      const long long j = i + k - kRadius;
      if (j >= 0 && j < n) sum += static_cast<double>(weights[k]) * in[j];
    }
    out[i] = static_cast<float>(sum);
  }
  return out;
}

// --- kernels -----------------------------------------------------------------

/// Element j of the input, which is 0 outside the array.
__device__ float padded(const float* in, long long j, long long n) {
  return j >= 0 && j < n ? in[j] : 0.0f;
}

/// One output a thread, 17 loads from global memory for it.  `weights` lies in global memory; the
/// version without it reads them from constant memory.
template <bool kConstant>
__global__ void conv_direct(float* out, const float* in, const float* weights, long long n) {
  // [snippet:conv-direct]
  const long long i = static_cast<long long>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) {
    const float weight = kConstant ? c_weights[k] : weights[k];
    sum += weight * padded(in, i + k - kRadius, n);
  }
  out[i] = sum;
  // [/snippet:conv-direct]
}

/// One output a thread, from a tile that holds the block's inputs and eight more on each side.
__global__ void conv_tile(float* out, const float* in, long long n) {
  // [snippet:conv-tile]
  __shared__ float tile[kBlock + 2 * kRadius];
  const long long first = static_cast<long long>(blockIdx.x) * kBlock;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    tile[t] = padded(in, first + t - kRadius, n);
  }
  __syncthreads();
  const long long i = first + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * tile[threadIdx.x + k];
  out[i] = sum;
  // [/snippet:conv-tile]
}

/// One output by the plain loop: for the ends of the array, where part of the window is outside.
__device__ float filter_edge(const float* in, long long i, long long n) {
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * padded(in, i + k - kRadius, n);
  return sum;
}

constexpr int kWindow = 4 + 2 * kRadius;  // inputs of four neighbouring outputs
static_assert(kRadius % 4 == 0, "the window starts where a float4 does");

/// Four neighbouring outputs from `window`, kWindow inputs in groups of four.
__device__ float4 filter_four(const float4* window) {
  alignas(16) float values[kWindow];
  for (int c = 0; c < kWindow / 4; ++c) reinterpret_cast<float4*>(values)[c] = window[c];
  float sums[4] = {};
  for (int k = 0; k < kTaps; ++k) {
    for (int o = 0; o < 4; ++o) sums[o] += c_weights[k] * values[o + k];
  }
  return make_float4(sums[0], sums[1], sums[2], sums[3]);
}

/// Four outputs a thread, from five float4 that L1 shares among the neighbours.
__global__ void __launch_bounds__(kBlock) conv_window(float* out, const float* in, long long n) {
  // [snippet:conv-window]
  const long long first = 4 * (static_cast<long long>(blockIdx.x) * kBlock + threadIdx.x);
  if (first >= kRadius && first + 4 + kRadius <= n) {
    const float4* window = reinterpret_cast<const float4*>(in + first - kRadius);
    *reinterpret_cast<float4*>(out + first) = filter_four(window);
  } else {
    for (long long i = first; i < first + 4 && i < n; ++i) out[i] = filter_edge(in, i, n);
  }
  // [/snippet:conv-window]
}

constexpr int kGroups = 2;                     // of four outputs, for each thread
constexpr int kTileChunks = kGroups * kBlock;  // float4 of output for each block
constexpr int kHaloChunks = 2 * kRadius / 4;

/// The window again, from a tile of float4 with its halo.
__global__ void __launch_bounds__(kBlock)
    conv_tile_window(float* out, const float* in, long long n) {
  __shared__ float4 tile[kTileChunks + kHaloChunks];
  const int t = threadIdx.x;
  const long long first = 4LL * kTileChunks * blockIdx.x;
  const long long end = first + 4 * kTileChunks;
  if (first < kRadius || end + kRadius > n) {  // the whole block takes this way, or none of it
    for (long long i = first + t; i < end && i < n; i += kBlock) out[i] = filter_edge(in, i, n);
    return;
  }
  // [snippet:conv-tile-window]
  const float4* from = reinterpret_cast<const float4*>(in + first - kRadius);
  for (int g = 0; g < kGroups; ++g) tile[t + g * kBlock] = from[t + g * kBlock];
  if (t < kHaloChunks) tile[kTileChunks + t] = from[kTileChunks + t];
  __syncthreads();
  float4* to = reinterpret_cast<float4*>(out + first);
  for (int g = 0; g < kGroups; ++g) to[t + g * kBlock] = filter_four(&tile[t + g * kBlock]);
  // [/snippet:conv-tile-window]
}

// --- what the model of a warp predicts ---------------------------------------

/// Sectors of a warp whose first `lanes` lanes read neighbours from element `offset` on.
double sectors(int bytes, int offset, int lanes = cm::kWarpSize) {
  const std::uint64_t some_line = 1 << 20;
  const std::uint32_t active = 0xFFFFFFFFu >> (cm::kWarpSize - lanes);
  const auto neighbours = [&](int lane) { return offset + lane; };
  return cm::global_cost(cm::warp_access(some_line, bytes, neighbours, active)).sectors;
}

/// Mean sectors of a load of each kernel, away from the ends of the array.
struct Predicted {
  double direct = 0, direct_and_weight = 0, tile = 0, window = 0, tile_window = 0;

  Predicted() {
    for (int k = 0; k < kTaps; ++k) direct += sectors(4, k - kRadius) / kTaps;
    direct_and_weight = (direct + 1) / 2;  // a weight is one sector for the whole warp
    const int warps = kBlock / cm::kWarpSize;
    tile = (warps * sectors(4, -kRadius) + sectors(4, -kRadius, 2 * kRadius)) / (warps + 1);
    for (int c = 0; c < kWindow / 4; ++c) {
      window += sectors(16, c - kRadius / 4) / (kWindow / 4);
    }
    const int loads = kGroups * warps;
    tile_window =
        (loads * sectors(16, -kRadius / 4) + sectors(16, -kRadius / 4, kHaloChunks)) / (loads + 1);
  }
};

// --- check, time, check again ------------------------------------------------

/// One array, what the filter must make of it, and where the results go.
struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<float> in, filtered;
  bool in_l2;
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
};

/// Adds a row if `run` leaves `want` in d_out, both before and after it is timed.
/// `load_sectors` is predicted for each load; 0 for none.
template <class Run>
bool measure(Bench& b, const char* variant, const std::vector<float>& want, double load_sectors,
             Run&& run) {
  // Weights and inputs lie within [-1, 1].
  const auto tolerance = cm::sum_tolerance(kTaps, std::numeric_limits<float>::epsilon(), kTaps);
  const auto passes = [&] {
    b.d_out.poison();
    run();
    CUDA_CHECK_LAST();
    return cm::check_close(variant, b.d_out.to_host(), want, tolerance);
  };
  if (!passes()) return false;
  const auto timing = cm::time_ms(b.options, run, b.in_l2 ? cm::L2::kWarm : cm::L2::kCold);
  if (!passes()) return false;
  cm::Row row("conv1d", variant);
  row.n(b.in.size()).bytes(2.0 * static_cast<double>(b.d_in.bytes())).timing(timing);
  if (b.in_l2) row.from_l2();
  // In a small array the ends, which go another way, would show.
  if (!b.in_l2 && load_sectors > 0) row.predicted("load_sectors_per_request", load_sectors);
  b.report.add(row);
  return true;
}

bool measure_size(Bench& b, const cm::DeviceBuffer<float>& d_weights) {
  const Predicted predicted;
  const auto n = static_cast<long long>(b.in.size());
  const auto blocks = [&](long long outputs) {
    return static_cast<unsigned>((n + outputs - 1) / outputs);
  };
  float* out = b.d_out.data();
  const float* in = b.d_in.data();
  const float* weights = d_weights.data();
  // The profiler has no use for the yardstick.
  return (b.options.profile ||
          measure(b, "copy", b.in, 0,
                  [&] { cudaMemcpyAsync(out, in, b.d_in.bytes(), cudaMemcpyDeviceToDevice); })) &&
         measure(b, "direct_global_weights", b.filtered, predicted.direct_and_weight,
                 [&] { conv_direct<false><<<blocks(kBlock), kBlock>>>(out, in, weights, n); }) &&
         measure(b, "direct", b.filtered, predicted.direct,
                 [&] { conv_direct<true><<<blocks(kBlock), kBlock>>>(out, in, nullptr, n); }) &&
         measure(b, "tile", b.filtered, predicted.tile,
                 [&] { conv_tile<<<blocks(kBlock), kBlock>>>(out, in, n); }) &&
         measure(b, "window", b.filtered, predicted.window,
                 [&] { conv_window<<<blocks(4 * kBlock), kBlock>>>(out, in, n); }) &&
         measure(b, "tile_window", b.filtered, predicted.tile_window,
                 [&] { conv_tile_window<<<blocks(4 * kTileChunks), kBlock>>>(out, in, n); });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter05.conv1d", options);
  std::vector<float> weights(kTaps);
  cm::fill_random(weights, 17, -1.0f, 1.0f);
  CUDA_CHECK(cudaMemcpyToSymbol(c_weights, weights.data(), sizeof(c_weights)));
  const cm::DeviceBuffer<float> d_weights(weights);

  std::vector<std::size_t> sizes = {(1u << 22) + 123, (1u << 28) + 123};
  if (options.quick) sizes = {1, 5, 17, 1000, 10007};
  for (std::size_t n : sizes) {
    std::vector<float> in(n);
    cm::fill_random(in, 1, -1.0f, 1.0f);
    const bool in_l2 = 2 * n * sizeof(float) < cm::l2_bytes();
    Bench b{report, options, in, conv1d_cpu(in, weights), in_l2};
    if (!measure_size(b, d_weights)) return report.fail();
  }
  return report.finish();
}
