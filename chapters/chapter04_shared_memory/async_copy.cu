// SPDX-License-Identifier: MIT
//
// Copies from global to shared memory that no register sees and no thread waits for.
//
// Claim:  asking for the next tile early saves time where too few other warps are there to hide the
//         wait; an asynchronous copy saves instructions, and time only together with asking early.
// Input:  tiles of float4, each used eight times from shared memory; with few and with many
//         blocks on each SM.
// Run:    ctest --preset dev -R '^chapter04\.async_copy$'

#include <cuda_pipeline.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr int kEach = 4;               // float4 of a thread in each tile
constexpr int kTile = kBlock * kEach;  // float4: 16 KiB

// --- kernels -----------------------------------------------------------------

__host__ __device__ float4 plus(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

/// Element e of the result of a tile: the sum over eight of its elements.
__host__ __device__ float4 gather(const float4* tile, int e) {
  float4 sum = tile[e];
  for (int bit = 0; bit < 7; ++bit) sum = plus(sum, tile[e ^ (1 << bit)]);
  return sum;
}

__device__ void use(float4* out, const float4* tile) {
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int e = k * kBlock + threadIdx.x;
    out[e] = gather(tile, e);
  }
}

// Ways to bring a tile into shared memory: begin() asks for it, end() puts it there.
struct ThroughRegisters {
  float4 value[kEach];

  __device__ void begin(float4*, const float4* in) {
#pragma unroll
    for (int k = 0; k < kEach; ++k) value[k] = in[k * kBlock + threadIdx.x];
  }
  __device__ void end(float4* tile) {
#pragma unroll
    for (int k = 0; k < kEach; ++k) tile[k * kBlock + threadIdx.x] = value[k];
  }
};

// [snippet:asynchronous]
/// kBytes for each instruction: 16, or 4 for one word at a time.
template <int kBytes>
struct Asynchronous {
  __device__ void begin(float4* tile, const float4* in) {
    char* to = reinterpret_cast<char*>(tile);
    const char* from = reinterpret_cast<const char*>(in);
#pragma unroll
    for (int k = 0; k < kEach * 16 / kBytes; ++k) {
      const int at = (k * kBlock + threadIdx.x) * kBytes;
      __pipeline_memcpy_async(to + at, from + at, kBytes);
    }
    __pipeline_commit();
  }
  __device__ void end(float4*) { __pipeline_wait_prior(0); }
};
// [/snippet:asynchronous]

/// One tile after the other: ask, wait, use.
template <class Way>
__global__ void one_stage(float4* out, const float4* in, int tiles) {
  __shared__ float4 tile[kTile];
  Way way;
  for (std::size_t t = blockIdx.x; t < static_cast<std::size_t>(tiles); t += gridDim.x) {
    way.begin(tile, in + t * kTile);
    way.end(tile);
    __syncthreads();
    use(out + t * kTile, tile);
    __syncthreads();  // before the next tile takes this one's place
  }
}

// [snippet:two-stages]
/// Asks for the next tile before it uses the one at hand.
template <class Way>
__global__ void two_stages(float4* out, const float4* in, int tiles) {
  __shared__ float4 tile[2][kTile];
  Way way;
  std::size_t t = blockIdx.x;
  if (t >= static_cast<std::size_t>(tiles)) return;
  way.begin(tile[0], in + t * kTile);
  for (int stage = 0;; stage ^= 1) {
    way.end(tile[stage]);
    __syncthreads();
    const std::size_t next = t + gridDim.x;
    const bool more = next < static_cast<std::size_t>(tiles);
    if (more) way.begin(tile[stage ^ 1], in + next * kTile);
    use(out + t * kTile, tile[stage]);
    if (!more) return;
    t = next;
  }
}
// [/snippet:two-stages]

// --- reference ---------------------------------------------------------------

std::vector<float> use_cpu(const std::vector<float>& in) {
  std::vector<float> out(in.size());
  const float4* from = reinterpret_cast<const float4*>(in.data());
  float4* to = reinterpret_cast<float4*>(out.data());
  for (std::size_t first = 0; first < in.size() / 4; first += kTile) {
    for (int e = 0; e < kTile; ++e) to[first + e] = gather(from + first, e);
  }
  return out;
}

// --- check, time, check again ------------------------------------------------

struct Tiles {
  std::vector<float> in, want;
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
};

using Kernel = void (*)(float4*, const float4*, int);

/// Runs `kernel` with `per_sm` blocks on each SM, or as many as fit for 0.
bool measure(const cm::Bench& bench, const char* name, const char* variant, Kernel kernel,
             Tiles& tiles, int per_sm) {
  int fit = 0;
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, kBlock, 0));
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  const int resident = per_sm == 0 ? fit : std::min(fit, per_sm);
  const int count = static_cast<int>(tiles.in.size() / 4 / kTile);
  // A quick run has few tiles; each block shall still take more than one.
  const int blocks = bench.options.quick ? 2 : std::min(count, resident * cm::sm_count());
  cm::Row row(name, variant);
  row.n(tiles.in.size()).param("per_sm", per_sm == 0 ? "all" : std::to_string(per_sm));
  row.bytes(2.0 * static_cast<double>(tiles.d_in.bytes()));
  row.value("blocks_per_sm", resident).value("registers", attributes.numRegs);
  row.predicted("store_sectors_per_request", 16);  // float4 by neighbouring lanes
  return cm::add_checked(bench, row, variant, tiles.d_out, tiles.want, [&] {
    kernel<<<blocks, kBlock>>>(reinterpret_cast<float4*>(tiles.d_out.data()),
                               reinterpret_cast<const float4*>(tiles.d_in.data()), count);
  });
}

bool measure_all(const cm::Bench& bench, Tiles& tiles, int per_sm) {
  return measure(bench, "one_stage", "registers", one_stage<ThroughRegisters>, tiles, per_sm) &&
         measure(bench, "one_stage", "async_4", one_stage<Asynchronous<4>>, tiles, per_sm) &&
         measure(bench, "one_stage", "async_16", one_stage<Asynchronous<16>>, tiles, per_sm) &&
         measure(bench, "two_stages", "registers", two_stages<ThroughRegisters>, tiles, per_sm) &&
         measure(bench, "two_stages", "async_16", two_stages<Asynchronous<16>>, tiles, per_sm);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);
  cm::Report report("chapter04.async_copy", options);
  const cm::Bench bench{report, options};
  std::vector<float> in(4 * kTile * (options.quick ? 5 : 1 << 13));
  cm::fill_random(in, 1, 0.0f, 1.0f);
  Tiles tiles{in, use_cpu(in)};
  bool ok = true;
  for (const int per_sm : {1, 0}) ok = ok && measure_all(bench, tiles, per_sm);
  return ok ? report.finish() : report.fail();
}
