// SPDX-License-Identifier: MIT
//
// A copy in which one thread of a block does all the work, beside copies with every thread.
//
// Claim:  the bytes in flight on an SM decide the speed, not who asked for them; a bulk copy keeps
//         many in flight with one thread and no registers.
// Input:  n float, no multiple of a tile nor of 16 bytes; one, two, four and eight blocks on an SM.
// Run:    ctest --preset dev -R '^chapter14\.bulk_copy$'

#include <cuda_pipeline.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"
#include "hopper.cuh"

constexpr int kBlock = 256;
constexpr int kLoads = 4;  // of 16 bytes, in flight in a thread

// --- kernels -----------------------------------------------------------------

/// The last n % 4 floats, by block 0.
__device__ void copy_tail(float* out, const float* in, std::size_t n) {
  const std::size_t i = n / 4 * 4 + threadIdx.x;
  if (blockIdx.x == 0 && i < n) out[i] = in[i];
}

/// Through registers: four loads in flight in each thread.
__global__ void registers_copy(float* out, const float* in, std::size_t n) {
  const auto* from = reinterpret_cast<const float4*>(in);
  auto* to = reinterpret_cast<float4*>(out);
  const std::size_t whole = n / 4, step = static_cast<std::size_t>(gridDim.x) * kBlock;
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  for (; i + (kLoads - 1) * step < whole; i += kLoads * step) {
    float4 value[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) value[k] = from[i + k * step];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) to[i + k * step] = value[k];
  }
  for (; i < whole; i += step) to[i] = from[i];
  copy_tail(out, in, n);
}

/// Through shared memory with cp.async: kStages * 4 KiB in flight in a block.
template <int kStages>
__global__ void cp_async_copy(float* out, const float* in, std::size_t n) {
  __shared__ float4 ring[kStages][kBlock];
  const auto* from = reinterpret_cast<const float4*>(in);
  auto* to = reinterpret_cast<float4*>(out);
  const std::size_t whole = n / 4, step = static_cast<std::size_t>(gridDim.x) * kBlock;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  const auto ask = [&](std::size_t i, int stage) {
    if (i < whole) __pipeline_memcpy_async(&ring[stage][threadIdx.x], from + i, sizeof(float4));
    __pipeline_commit();
  };
  for (int s = 0; s < kStages; ++s) ask(first + s * step, s);
  int stage = 0;
  for (std::size_t i = first; i < whole; i += step) {
    __pipeline_wait_prior(kStages - 1);
    to[i] = ring[stage][threadIdx.x];  // its own bytes: no barrier needed
    ask(i + kStages * step, stage);
    stage = (stage + 1) % kStages;
  }
  copy_tail(out, in, n);
}

/// Through shared memory by the copy engine, in and out; one thread asks for everything.
template <int kStages, int kTile>
__global__ void bulk_copy(float* out, const float* in, std::size_t n) {
  extern __shared__ __align__(128) float ring[];
  __shared__ hopper::Barrier full[kStages];
  copy_tail(out, in, n);
  if (threadIdx.x != 0) return;
  for (int s = 0; s < kStages; ++s) hopper::init(&full[s], 1);
  hopper::fence_init();

  const std::size_t whole = n / 4 * 4;  // floats that make up 16 bytes
  const auto start_of = [&](int k) {
    return (static_cast<std::size_t>(k) * gridDim.x + blockIdx.x) * kTile;
  };
  const auto bytes_of = [&](int k) {
    const std::size_t floats = whole - start_of(k);
    return static_cast<unsigned>(floats < kTile ? floats : kTile) * 4u;
  };
  // [snippet:bulk-copy]
  const auto ask = [&](int k) {
    if (start_of(k) >= whole) return;
    hopper::arrive_expecting(&full[k % kStages], bytes_of(k));
    hopper::load(ring + k % kStages * kTile, in + start_of(k), bytes_of(k), &full[k % kStages]);
  };
  for (int k = 0; k < kStages; ++k) ask(k);
  for (int k = 0; start_of(k) < whole; ++k) {
    hopper::wait(&full[k % kStages], k / kStages & 1);
    hopper::store(out + start_of(k), ring + k % kStages * kTile, bytes_of(k));
    hopper::commit();
    if (k == 0) continue;
    hopper::wait_read<1>();  // all but the newest store have left their stage
    ask(k - 1 + kStages);
  }
  hopper::wait_written();
  // [/snippet:bulk-copy]
}

// --- check, time, check again ------------------------------------------------

using Kernel = void (*)(float*, const float*, std::size_t);

struct Way {
  const char* variant;
  Kernel kernel;
  int stages;       // tiles or loads in flight
  int stage_bytes;  // of a block
  int threads;
  bool dynamic;  // its stages lie in dynamic shared memory
};

struct Data {
  std::vector<float> in;
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
};

bool measure(const cm::Bench& bench, const Way& way, Data& data, int per_sm) {
  const int shared = way.dynamic ? way.stages * way.stage_bytes : 0;
  CUDA_CHECK(cudaFuncSetAttribute(way.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  CUDA_CHECK(cudaFuncSetAttribute(way.kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                  cudaSharedmemCarveoutMaxShared));
  int fit = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, way.kernel, way.threads, shared));
  if (fit < per_sm) return true;
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, way.kernel));
  cm::Row row("copy", way.variant);
  row.n(data.in.size()).param("per_sm", per_sm).param("stages", way.stages);
  row.param("stage_kib", way.stage_bytes / 1024);
  row.bytes(2.0 * static_cast<double>(data.d_in.bytes()));
  row.value("in_flight_kib", per_sm * way.stages * way.stage_bytes / 1024.0);
  row.value("threads_per_sm", per_sm * way.threads).value("registers", attributes.numRegs);
  row.predicted("dram_read_bytes", static_cast<double>(data.d_in.bytes()));
  const int blocks = bench.options.quick ? 2 : per_sm * cm::sm_count();
  return cm::add_checked(bench, row, way.variant, data.d_out, data.in, [&] {
    way.kernel<<<blocks, way.threads, shared>>>(data.d_out.data(), data.d_in.data(),
                                                data.in.size());
  });
}

template <int kStages>
Way cp_async_way() {
  return {"cp_async", cp_async_copy<kStages>, kStages, kBlock * 16, kBlock, false};
}
template <int kStages, int kKib>
Way bulk_way() {
  return {"bulk", bulk_copy<kStages, kKib * 256>, kStages, kKib * 1024, 32, true};
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);
  cm::Report report("chapter14.bulk_copy", options);
  const cm::Bench bench{report, options};
  std::vector<Way> ways = {{"registers", registers_copy, kLoads, kBlock * 16, kBlock, false},
                           cp_async_way<4>(),
                           cp_async_way<8>()};
  const std::string missing = hopper::missing();
  if (missing.empty()) {
    ways.insert(ways.end(), {bulk_way<4, 4>(), bulk_way<2, 16>(), bulk_way<4, 16>(),
                             bulk_way<8, 16>(), bulk_way<4, 32>()});
  } else {
    report.skip("bulk", missing);
  }
  std::vector<float> in((options.quick ? 1u << 16 : 1u << 26) + 123);
  cm::fill_random(in, 14, -1.0f, 1.0f);
  Data data{in};
  bool ok = true;
  for (const int per_sm : {1, 2, 8}) {
    for (const Way& way : ways) ok = ok && measure(bench, way, data, per_sm);
  }
  return ok ? report.finish() : report.fail();
}
