// SPDX-License-Identifier: MIT
//
// cuda::barrier and cuda::pipeline: phases, arrivals by some, dropping out, copies, stages.
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/pipeline>
#include <utility>

#include "conformance.cuh"

// A barrier in shared memory starts with init(), not with its constructor.
#pragma nv_diag_suppress static_var_with_dynamic_init

using namespace conformance;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cg = cooperative_groups;

constexpr int kThreads = 96;
constexpr int kRounds = 5;
constexpr int kTile = 64;
constexpr int kTiles = 7;

/// Each round every thread adds its neighbour's value of the round before.
__global__ void phases(int* out) {
  __shared__ block_barrier stored, read;
  __shared__ int values[kThreads];
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0) {
    init(&stored, kThreads);
    init(&read, kThreads);
  }
  __syncthreads();
  int mine = i;
  for (int round = 0; round < kRounds; ++round) {
    values[i] = mine;
    stored.arrive_and_wait();
    mine += values[(i + 1) % kThreads];
    block_barrier::arrival_token token = read.arrive();
    read.wait(std::move(token));
  }
  out[i] = mine;
}
std::vector<int> phases_cpu() {
  std::vector<int> values(kThreads);
  for (int i = 0; i < kThreads; ++i) values[i] = i;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<int> before = values;
    for (int i = 0; i < kThreads; ++i) values[i] += before[(i + 1) % kThreads];
  }
  return values;
}

/// The first warp hands over one number a round; the others only read.
__global__ void handed_over(int* out) {
  __shared__ block_barrier full, empty;
  __shared__ int number;
  if (threadIdx.x == 0) {
    init(&full, 1);
    init(&empty, kThreads - 32);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int round = 0; round < kRounds; ++round) {
      if (round > 0) empty.wait_parity((round - 1) & 1);
      number = round * round + 1;
      (void)full.arrive();
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int round = 0; round < kRounds; ++round) {
      full.wait_parity(round & 1);
      sum += number;
      (void)empty.arrive();
    }
    out[threadIdx.x] = sum;
  }
}

/// In round r only the threads from 32 r on take part.
__global__ void dropping_out(int* out) {
  __shared__ block_barrier all;
  __shared__ int count;
  if (threadIdx.x == 0) {
    init(&all, kThreads);
    count = 0;
  }
  __syncthreads();
  for (int round = 0; round < kThreads / 32; ++round) {
    atomicAdd(&count, 1);
    if (threadIdx.x / 32 == static_cast<unsigned>(round)) {
      all.arrive_and_drop();
      return;
    }
    all.arrive_and_wait();
    if (threadIdx.x == kThreads - 1) out[round] = count;
    all.arrive_and_wait();
  }
}

__global__ void copied_with_a_barrier(int* out, const int* in) {
  __shared__ block_barrier ready;
  alignas(16) __shared__ int tile[kThreads];
  const auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&ready, kThreads);
  block.sync();
  cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile), ready);
  ready.arrive_and_wait();
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

/// Each thread copies for itself, one tile ahead.
__global__ void pipeline_of_a_thread(int* out, const int* in) {
  __shared__ int tiles[2][kTile];
  auto pipe = cuda::make_pipeline();
  const unsigned i = threadIdx.x;
  const auto fetch = [&](int tile) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tiles[tile % 2][i], in + tile * kTile + i, sizeof(int), pipe);
    pipe.producer_commit();
  };
  fetch(0);
  int sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    if (tile + 1 < kTiles) fetch(tile + 1);
    pipe.consumer_wait();
    sum += (tile + 1) * tiles[tile % 2][i];
    pipe.consumer_release();
  }
  out[i] = sum;
}

/// All threads fill and empty; each reads what its opposite copied.
__global__ void pipeline_of_a_block(int* out, const int* in) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
  alignas(16) __shared__ int tiles[3][kTile];
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const unsigned i = threadIdx.x;
  int fetched = 0, sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    for (; fetched < kTiles && fetched < tile + 3; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tiles[fetched % 3], in + fetched * kTile,
                         cuda::aligned_size_t<16>(sizeof tiles[0]), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += (tile + 1) * tiles[tile % 3][kTile - 1 - i];
    pipe.consumer_release();
  }
  out[i] = sum;
}

/// The first half of the block fills, the second half empties.
__global__ void pipeline_with_roles(int* out, const int* in) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int tiles[2][kTile];
  const auto block = cg::this_thread_block();
  const bool fills = threadIdx.x < kTile;
  auto pipe = cuda::make_pipeline(
      block, &state, fills ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const unsigned i = threadIdx.x % kTile;
  int sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    if (fills) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tiles[tile % 2][i], in + tile * kTile + i, sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += (tile + 1) * tiles[tile % 2][kTile - 1 - i];
      pipe.consumer_release();
    }
  }
  if (!fills) out[i] = sum;
}

int main() {
  Suite suite;
  Buffer<int> out(kThreads), handed(kThreads), counts(kThreads / 32 - 1);
  phases<<<1, kThreads>>>(out.data());
  suite.equal("phases of a barrier", out.read(), phases_cpu());
  handed_over<<<1, kThreads>>>(handed.data());
  std::vector<int> sums(kThreads, 0);
  for (int i = 32; i < kThreads; ++i) {
    for (int round = 0; round < kRounds; ++round) sums[i] += round * round + 1;
  }
  suite.equal("arrivals by one, waits by others", handed.read(), sums);
  dropping_out<<<1, kThreads>>>(counts.data());
  suite.equal("arrive_and_drop", counts.read(), {96, 160});

  std::vector<int> in;
  for (int i = 0; i < kTile * kTiles; ++i) in.push_back(i * i % 1001);
  Buffer<int> d_in(in);
  copied_with_a_barrier<<<1, kThreads>>>(out.data(), d_in.data());
  suite.equal("copy with a barrier", out.read(), std::vector<int>(in.rend() - kThreads, in.rend()));
  std::vector<int> straight(kTile), crossed(kTile);
  for (int i = 0; i < kTile; ++i) {
    for (int tile = 0; tile < kTiles; ++tile) {
      straight[i] += (tile + 1) * in[tile * kTile + i];
      crossed[i] += (tile + 1) * in[tile * kTile + kTile - 1 - i];
    }
  }
  Buffer<int> sum(kTile);
  pipeline_of_a_thread<<<1, kTile>>>(sum.data(), d_in.data());
  suite.equal("pipeline of a thread", sum.read(), straight);
  pipeline_of_a_block<<<1, kTile>>>(sum.data(), d_in.data());
  suite.equal("pipeline of a block", sum.read(), crossed);
  pipeline_with_roles<<<1, 2 * kTile>>>(sum.data(), d_in.data());
  suite.equal("pipeline with roles", sum.read(), crossed);
  return suite.finish();
}
